//! Code that was made, and the calls into it: all that is `unsafe` here.

use std::fmt;
use std::sync::Mutex;

use cranelift_codegen::Context;
use cranelift_codegen::isa::OwnedTargetIsa;
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{Linkage, Module, default_libcall_names};
use machine::native::{self, Session};

/// What the code of a region is to its caller: context and address in, number of the exit out.
type Entry = extern "C" fn(*mut native::Context, u64) -> u64;

/// Unit in which memory for code is had, and what a module takes besides.
const PAGE_BYTES: usize = 4096;
const AROUND_BYTES: usize = 4096;

/// A module in the making, with one function.
pub(crate) struct Code(JITModule);

/// The code of a region.
pub(crate) struct Function {
    entry: Entry,
    counters: usize,
    /// Owns the memory that the code is in; only freed, when nobody has the code any more.
    module: Mutex<Option<JITModule>>,
}

impl fmt::Debug for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:p}", self.entry)
    }
}

impl Code {
    pub(crate) fn new(isa: &OwnedTargetIsa) -> Self {
        Code(JITModule::new(JITBuilder::with_isa(isa.clone(), default_libcall_names())))
    }

    pub(crate) fn module(&self) -> &JITModule {
        &self.0
    }

    /// Compiles the function; with the bytes of memory that it takes, in whole pages.
    pub(crate) fn finish(
        mut self,
        context: &mut Context,
        counters: usize,
    ) -> Option<(Function, usize)> {
        let signature = &context.func.signature;
        let id = self.0.declare_function("region", Linkage::Local, signature).ok()?;
        let defined = self.0.define_function(id, context);
        let bytes = context.compiled_code().map_or(0, |code| code.buffer.data().len());
        let bytes = bytes.next_multiple_of(PAGE_BYTES) + AROUND_BYTES;
        if defined.is_err() || self.0.finalize_definitions().is_err() {
            free(self.0);
            return None;
        }
        let code = self.0.get_finalized_function(id);
        #[expect(unsafe_code, reason = "only so does code that was made become a function")]
        // SAFETY: the module compiled a function of just this type at this address, and is kept as long.
        let entry = unsafe { std::mem::transmute::<*const u8, Entry>(code) };
        Some((Function { entry, counters, module: Mutex::new(Some(self.0)) }, bytes))
    }
}

/// Gives back the memory of a module's code.
fn free(module: JITModule) {
    #[expect(unsafe_code, reason = "Cranelift cannot know when code is no longer called")]
    // SAFETY: who calls this owns the module alone, so no pointer into its code is left.
    unsafe {
        module.free_memory();
    }
}

impl Drop for Function {
    fn drop(&mut self) {
        if let Ok(Some(module)) = self.module.get_mut().map(Option::take) {
            free(module);
        }
    }
}

impl native::Native for Function {
    fn run(&self, session: &mut Session<'_>, counters: usize, address: u32) -> usize {
        assert_eq!(counters, self.counters, "as many counters as the region has");
        // A session lends all that the code reads and writes: it was made to reach registers by slots
        // below 256 (or 20), words by 18 bits, other memory after a look at its runs, and these counters.
        (self.entry)(session.pointer(), address.into()) as usize
    }
}
