//! Available instructions and their selection: `.option` and `.attribute arch`.

use super::cursor::{Cursor, is_name};
use super::{AsmResult, Assembler, messages};
use crate::isa::{Extension, Extensions};
use crate::options::Options;

/// Options for the assembly of instructions.
#[derive(Debug, Clone, Copy)]
pub(super) struct Code {
    pub(super) extensions: Extensions,
    /// Compressed instructions are selected automatically (`.option rvc`).
    pub(super) compress: bool,
    /// The linker may shorten the code (`.option relax`).
    pub(super) relax: bool,
    /// `la` uses the global offset table (`.option pic`).
    pub(super) pic: bool,
}

impl Code {
    pub(super) fn of(options: &Options) -> Self {
        Code {
            extensions: options.profile.extensions,
            compress: options.compress,
            relax: options.relax,
            pic: false,
        }
    }

    /// Extensions, if they include compressed instructions.
    pub(super) fn extensions_to_compress(&self) -> Option<Extensions> {
        (self.compress && self.extensions.has(Extension::C)).then_some(self.extensions)
    }
}

/// Arguments of `.option`.
const OPTIONS: &[&str] =
    &["rvc", "norvc", "relax", "norelax", "pic", "nopic", "push", "pop", "arch", "csr-check"];

impl Assembler<'_> {
    /// `.option`
    pub(super) fn option(&mut self, cursor: &mut Cursor<'_>) -> AsmResult {
        let at = cursor.span();
        let name = cursor.take(cursor.run(|byte| is_name(byte) || byte == b'-'));
        match name {
            "rvc" => {
                self.code.extensions = self.code.extensions.with(Extension::C);
                self.code.compress = true;
            }
            "norvc" => self.code.compress = false,
            "relax" => self.code.relax = self.linker_relaxes,
            "norelax" => self.code.relax = false,
            "pic" => self.code.pic = true,
            "nopic" => self.code.pic = false,
            "push" => self.pushed_code.push(self.code),
            "pop" => match self.pushed_code.pop() {
                Some(code) => self.code = code,
                None => return Err(Box::new(messages::nothing_pushed(at, ".option push"))),
            },
            "arch" => {
                cursor.comma()?;
                self.architecture(cursor)?;
            }
            "csr-check" | "no-csr-check" => {}
            "" => return Err(Box::new(messages::name_expected(at, cursor.found()))),
            _ => {
                let nearest = asmkit::nearest(name, OPTIONS.iter().copied());
                self.report(messages::unknown_option(at, name, nearest));
                return Ok(());
            }
        }
        self.object.compressed |= self.code.extensions_to_compress().is_some();
        cursor.end()
    }

    /// Parses the rest of `.option arch`: `rv32i...`, or extensions to add and remove.
    fn architecture(&mut self, cursor: &mut Cursor<'_>) -> AsmResult {
        loop {
            let at = cursor.span();
            let sign = cursor.peek();
            if matches!(sign, Some(b'+' | b'-' | b'=')) {
                cursor.take(1);
            }
            let text = cursor.take(cursor.run(is_name));
            self.extension(sign, text).ok_or_else(|| messages::unknown_architecture(at, text))?;
            if !cursor.comma()? {
                return Ok(());
            }
        }
    }

    fn extension(&mut self, sign: Option<u8>, text: &str) -> Option<()> {
        let Some(sign @ (b'+' | b'-')) = sign else {
            self.code.extensions = self.assumed(Extensions::named(text)?);
            self.code.compress = self.code.extensions.has(Extension::C);
            return Some(());
        };
        let name = text.trim_end_matches(|c: char| c.is_ascii_digit() || c == 'p');
        let mut all = Extension::ALL.into_iter();
        let extension = all.find(|extension| extension.name() == Some(name))?;
        self.code.extensions = match sign {
            b'+' => self.code.extensions.with(extension),
            _ => self.code.extensions.without(extension),
        };
        if extension == Extension::C {
            self.code.compress = sign == b'+';
        }
        Some(())
    }

    /// Adds the CSR instructions and `fence.i`, which older names include in the base.
    fn assumed(&self, extensions: Extensions) -> Extensions {
        extensions.with(Extension::Zicsr).with(Extension::Zifencei)
    }

    /// `.attribute`: only the architecture has an effect, the rest is for other tools.
    pub(super) fn attribute(&mut self, cursor: &mut Cursor<'_>) -> AsmResult {
        let name = cursor.take(cursor.run(is_name));
        if !matches!(name, "arch" | "5") || !cursor.eat(",") {
            return Ok(());
        }
        let at = cursor.span();
        let text = cursor.string()?;
        let text = String::from_utf8_lossy(&text);
        // Compilers name extensions that they do not use; skip the unknown ones.
        let known = |part: &&str| {
            let name = part.trim_end_matches(|c: char| c.is_ascii_digit() || c == 'p');
            part.starts_with("rv") || Extension::ALL.iter().any(|e| e.name() == Some(name))
        };
        let named: Vec<&str> = text.split('_').filter(known).collect();
        let named = named.join("_");
        let letters = Extensions::named(&named);
        let extensions = letters.ok_or_else(|| messages::unknown_architecture(at, &text))?;
        self.code.extensions = self.assumed(extensions);
        self.code.compress = extensions.has(Extension::C);
        self.object.compressed |= self.code.compress;
        cursor.end()
    }
}
