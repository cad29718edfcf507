//! Regions of a machine's program as code of the host.
//!
//! The third reading of the rows: values are nodes of a program, which Cranelift makes code of. What
//! a row cannot say in these nodes it leaves undone, and so does code at whatever is odd: another engine
//! runs that instruction. Nothing here knows a machine.

mod access;
mod arithmetic;
mod cells;
mod clock;
mod emit;
mod looks;
mod loops;
mod native;
mod shape;
mod step;

use std::sync::Arc;

use cranelift_codegen::isa::OwnedTargetIsa;
use cranelift_codegen::settings::{self, Configurable};
use cranelift_frontend::FunctionBuilderContext;
use cranelift_module::Module;
use machine::native::{Region, Translated, Translator};

use native::Code;

/// Makes code of the host's processor, by Cranelift.
pub struct Cranelift {
    isa: OwnedTargetIsa,
}

impl std::fmt::Debug for Cranelift {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Cranelift({})", self.isa.triple())
    }
}

impl Cranelift {
    /// For this host; `None` where Cranelift makes no code for it, or where words lie the other way
    /// round in memory.
    #[must_use]
    pub fn for_host() -> Option<Cranelift> {
        if cfg!(target_endian = "big") || cfg!(not(target_pointer_width = "64")) {
            return None;
        }
        let mut flags = settings::builder();
        flags.set("opt_level", "speed").ok()?;
        flags.set("enable_verifier", if cfg!(debug_assertions) { "true" } else { "false" }).ok()?;
        let isa = cranelift_native::builder().ok()?.finish(settings::Flags::new(flags)).ok()?;
        Some(Cranelift { isa })
    }

    /// The host's processor, as Cranelift calls it.
    #[must_use]
    pub fn target(&self) -> String {
        self.isa.triple().architecture.to_string()
    }
}

impl Translator for Cranelift {
    fn translate(&self, region: &Region) -> Option<Translated> {
        let code = Code::new(&self.isa);
        let mut context = code.module().make_context();
        let mut room = FunctionBuilderContext::new();
        let config = self.isa.frontend_config();
        let exits = emit::region(region, &mut context.func, &mut room, config);
        let (native, bytes) = code.finish(&mut context, region.counters())?;
        Some(Translated { native: Arc::new(native), exits, bytes })
    }
}
