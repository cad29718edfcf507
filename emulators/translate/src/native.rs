//! Compiled code and calls into it: the only `unsafe` code of this crate.

use std::fmt;
use std::sync::Mutex;

use cranelift_codegen::Context;
use cranelift_codegen::isa::OwnedTargetIsa;
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{Linkage, Module, default_libcall_names};
use machine::native::{self, Session};

/// Signature of compiled code: takes context and address, returns the number of the exit.
type Entry = extern "C" fn(*mut native::Context, u64) -> u64;

/// Allocation unit of memory for code, and overhead of a module.
const PAGE_BYTES: usize = 4096;
const OVERHEAD_BYTES: usize = 4096;

/// A module under construction, with one function.
pub(crate) struct Code(JITModule);

/// Compiled code of a region.
pub(crate) struct Function {
    entry: Entry,
    counters: usize,
    /// Owns the code's memory, which is freed when the function is dropped.
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

    /// Compiles the function; also returns the size of its memory, in whole pages.
    pub(crate) fn finish(
        mut self,
        context: &mut Context,
        counters: usize,
    ) -> Option<(Function, usize)> {
        let signature = &context.func.signature;
        let id = self.0.declare_function("region", Linkage::Local, signature).ok()?;
        let defined = self.0.define_function(id, context);
        let bytes = context.compiled_code().map_or(0, |code| code.buffer.data().len());
        let bytes = bytes.next_multiple_of(PAGE_BYTES) + OVERHEAD_BYTES;
        if defined.is_err() || self.0.finalize_definitions().is_err() {
            free(self.0);
            return None;
        }
        let code = self.0.get_finalized_function(id);
        #[expect(unsafe_code, reason = "a pointer to compiled code must become a function")]
        // SAFETY: the module compiled a function of exactly this type at this address, and lives as
        // long.
        let entry = unsafe { std::mem::transmute::<*const u8, Entry>(code) };
        Some((Function { entry, counters, module: Mutex::new(Some(self.0)) }, bytes))
    }
}

/// Frees the memory of a module's code.
fn free(module: JITModule) {
    #[expect(unsafe_code, reason = "Cranelift cannot know when code is no longer called")]
    // SAFETY: the caller owns the module exclusively, so no pointer into its code is left.
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
        assert_eq!(counters, self.counters, "the number of counters is the region's");
        // The session borrows everything that the code accesses: registers by slots below 256 (or
        // 20), words by 18-bit addresses, other memory after a lookup in its runs, and these
        // counters.
        (self.entry)(session.pointer(), address.into()) as usize
    }
}
