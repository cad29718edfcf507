//! Compiled code and calls into it: the only `unsafe` code of this crate.

use std::fmt;
use std::sync::{Arc, Mutex};

use cranelift_codegen::Context;
use cranelift_codegen::isa::OwnedTargetIsa;
use cranelift_frontend::FunctionBuilderContext;
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{Linkage, Module, default_libcall_names};
use machine::native::{self, Session};

use crate::helpers;

/// Signature of [`helpers::enter`]: takes context, address and the address of a region's code;
/// returns the number of the exit.
type Enter = extern "C" fn(*mut native::Context, u64, usize) -> u64;

/// Allocation unit of memory for code, and overhead of a module.
const PAGE_BYTES: usize = 4096;
const OVERHEAD_BYTES: usize = 4096;

/// A compiled function, whose memory is freed when it is dropped.
struct Function {
    module: Option<JITModule>,
    bytes: usize,
}

impl Function {
    /// Compiles the function of a context, and returns its address too; `None` if that is not
    /// possible.
    fn compiled(isa: &OwnedTargetIsa, context: &mut Context) -> Option<(Function, *const u8)> {
        let mut module = JITModule::new(JITBuilder::with_isa(isa.clone(), default_libcall_names()));
        let signature = &context.func.signature;
        let id = module.declare_function("code", Linkage::Local, signature).ok()?;
        let defined = module.define_function(id, context);
        let bytes = context.compiled_code().map_or(0, |code| code.buffer.data().len());
        let is_made = defined.is_ok() && module.finalize_definitions().is_ok();
        let address = is_made.then(|| module.get_finalized_function(id));
        let function = Function { module: Some(module), bytes };
        address.map(|address| (function, address))
    }
}

impl Drop for Function {
    fn drop(&mut self) {
        if let Some(module) = self.module.take() {
            #[expect(unsafe_code, reason = "Cranelift cannot know when code is no longer called")]
            // SAFETY: what could call the code is dropped, so no pointer into it is left.
            unsafe {
                module.free_memory();
            }
        }
    }
}

/// The compiled functions of [`helpers`].
pub(crate) struct Helpers {
    enter: Enter,
    search: usize,
    /// Own the code's memory.
    _functions: Mutex<[Function; 2]>,
}

impl Helpers {
    /// Compiles them; `None` if that is not possible.
    pub(crate) fn new(isa: &OwnedTargetIsa) -> Option<Helpers> {
        let compiled = |compile: helpers::Compile| {
            let (mut context, mut room) = (Context::new(), FunctionBuilderContext::new());
            compile(&mut context.func, &mut room, isa.frontend_config());
            Function::compiled(isa, &mut context)
        };
        let ((search, search_at), (enter, enter_at)) =
            (compiled(helpers::search)?, compiled(helpers::enter)?);
        #[expect(unsafe_code, reason = "a pointer to compiled code must become a function")]
        // SAFETY: the function at this address has exactly this type, and lives as long.
        let entered = unsafe { std::mem::transmute::<*const u8, Enter>(enter_at) };
        let functions = Mutex::new([search, enter]);
        Some(Helpers { enter: entered, search: search_at.addr(), _functions: functions })
    }

    /// Address of [`helpers::search`], which is valid as long as this value.
    pub(crate) fn search(&self) -> usize {
        self.search
    }
}

/// Compiled code of a region.
pub(crate) struct Code {
    function: Mutex<Function>,
    address: usize,
    locals: usize,
    /// Functions that the code calls, or that call it.
    helpers: Arc<Helpers>,
}

impl fmt::Debug for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:#x}", self.address)
    }
}

impl Code {
    /// Compiles a region's function with this number of words of counters and sites; `None` if that
    /// is not possible.
    pub(crate) fn new(
        isa: &OwnedTargetIsa,
        context: &mut Context,
        locals: usize,
        helpers: &Arc<Helpers>,
    ) -> Option<Code> {
        let (function, address) = Function::compiled(isa, context)?;
        let (function, helpers) = (Mutex::new(function), Arc::clone(helpers));
        Some(Code { function, address: address.addr(), locals, helpers })
    }

    /// Size of its memory in bytes, in whole pages.
    pub(crate) fn bytes(&mut self) -> usize {
        let function = self.function.get_mut();
        let bytes = function.map_or(0, |function| function.bytes);
        bytes.next_multiple_of(PAGE_BYTES) + OVERHEAD_BYTES
    }
}

impl native::Native for Code {
    fn code(&self) -> usize {
        self.address
    }

    fn run(&self, session: &mut Session<'_>, locals: usize, address: u32) -> usize {
        assert_eq!(locals, self.locals, "the number of counters and sites is the region's");
        // The session borrows everything that the code accesses: registers by slots below 256 (or
        // 20), words by 18-bit addresses, other memory after a lookup in its runs, and counters and
        // sites: these, or words of the context's arena. It jumps only to code of regions that ran
        // in the session's machine and are still installed there.
        (self.helpers.enter)(session.pointer(), address.into(), self.address) as usize
    }
}
