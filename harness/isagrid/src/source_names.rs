//! Names of functions in ELF files as their sources have them.

use std::fmt::Write;

use machine::Symbol;

/// Most characters of a name; a short name of C++ can stand for one without end.
const MOST_CHARACTERS: usize = 256;

/// Nesting of a name of C++ up to which it is read.
const MOST_NESTED: u32 = 64;

/// Gives a function of Rust or C++ the name that its source has, without hash and parameters.
pub(crate) fn demangle(symbol: &mut Symbol) {
    let Some(name) = rust(&symbol.name).or_else(|| cpp(&symbol.name)) else { return };
    symbol.name = name;
}

fn rust(mangled: &str) -> Option<String> {
    Some(format!("{:#}", rustc_demangle::try_demangle(mangled).ok()?))
}

/// Only a name that begins with `_Z` is mangled. The demangler also reads bare codes of types: it would
/// take a function `f` of C for `float`.
///
/// Source: Itanium C++ ABI, section 5.1.2, "General Structure".
fn cpp(mangled: &str) -> Option<String> {
    mangled.strip_prefix("_Z")?;
    let read = cpp_demangle::BorrowedSymbol::new(mangled.as_bytes()).ok()?;
    let options = cpp_demangle::DemangleOptions::new().no_params().no_return_type();
    let mut name = Short(String::new());
    read.structured_demangle(&mut name, &options.recursion_limit(MOST_NESTED)).ok()?;
    Some(name.0)
}

/// A text that takes no more than its limit.
struct Short(String);

impl Write for Short {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        if self.0.len() + text.len() > MOST_CHARACTERS {
            return Err(std::fmt::Error);
        }
        self.0.push_str(text);
        Ok(())
    }
}
