//! Compiles regions of a machine's program to native code with Cranelift.
//!
//! The input is the recorded interpretation of instruction rows: values are nodes of a program
//! ([`machine::native`]). Code exits before an instruction that needs another engine. Nothing here
//! depends on a machine.
//!
//! - `emit`: a region becomes one function. Registers are in memory between blocks, except where
//!   `loops` keeps the most used ones of a short loop as values.
//! - `exits`: it returns to its caller, or continues in the code of another region.
//! - `step`, `value`, `arithmetic`, `shape`: an instruction's nodes become code; constants and
//!   distances between addresses are known at compile time.
//! - `pairs`: a quotient and its remainder need one division, both words of a product one multiplication.
//! - `floats`: floating point, by the host's instructions or by calls.
//! - `access`: all accesses of a block near one register share one address lookup, in an entry that
//!   holds the run of memory found there last. `helpers` find it, in a table that a
//!   [`Session`](machine::native::Session) provides. `lookups` and `cells` keep lookups and words
//!   of memory across iterations of a loop.
//! - `clock`: remaining instructions and cycles are one number.

mod access;
mod arithmetic;
mod cells;
mod clock;
mod emit;
mod exits;
mod floats;
mod helpers;
mod lookups;
mod loops;
mod native;
mod pairs;
mod shape;
mod step;
mod value;

use std::sync::{Arc, OnceLock};

use cranelift_codegen::Context;
use cranelift_codegen::isa::OwnedTargetIsa;
use cranelift_codegen::settings::{self, Configurable};
use cranelift_frontend::FunctionBuilderContext;
use machine::native::{ARENA_WORDS, Region, TranslatedCode, Translator};

use native::{Code, Helpers};

/// The translator for the host's processor.
pub struct Cranelift {
    isa: OwnedTargetIsa,
    /// Compiled with the first region: most programs end before they have one.
    helpers: OnceLock<Option<Arc<Helpers>>>,
}

impl std::fmt::Debug for Cranelift {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Cranelift({})", self.isa.triple())
    }
}

impl Cranelift {
    /// Translator for this host; `None` if Cranelift does not support it, or it is big-endian.
    #[must_use]
    pub fn for_host() -> Option<Cranelift> {
        if cfg!(target_endian = "big") || cfg!(not(target_pointer_width = "64")) {
            return None;
        }
        let mut flags = settings::builder();
        // Optimising takes up to a third of the time of translation, and most code is slower then:
        // invariant values need more registers than there are.
        flags.set("opt_level", "none").ok()?;
        // Jumps from one region's code to another's need them.
        flags.set("preserve_frame_pointers", "true").ok()?;
        flags.set("enable_verifier", if cfg!(debug_assertions) { "true" } else { "false" }).ok()?;
        let isa = cranelift_native::builder().ok()?.finish(settings::Flags::new(flags)).ok()?;
        Some(Cranelift { isa, helpers: OnceLock::new() })
    }

    /// Cranelift's name of the host's processor.
    #[must_use]
    pub fn target(&self) -> String {
        self.isa.triple().architecture.to_string()
    }
}

impl Translator for Cranelift {
    fn translate(&self, region: &Region, arena: Option<usize>) -> Option<TranslatedCode> {
        let helpers = self.helpers.get_or_init(|| Helpers::new(&self.isa).map(Arc::new));
        let helpers = helpers.as_ref()?;
        let (mut context, mut room) = (Context::new(), FunctionBuilderContext::new());
        let config = self.isa.frontend_config();
        let host = (helpers.search(), self.isa.has_native_fma());
        let (exits, sites) =
            emit::region(region, &mut context.func, &mut room, config, host, arena);
        let locals = region.locals(sites);
        let most =
            |first| ARENA_WORDS.saturating_sub(first).min(region.locals(region.most_sites()));
        if arena.is_some_and(|first| locals > most(first)) {
            return self.translate(region, None);
        }
        let mut code = Code::new(&self.isa, &mut context, locals, helpers)?;
        let bytes = code.bytes();
        Some(TranslatedCode { native: Arc::new(code), exits, locals, arena, bytes })
    }
}
