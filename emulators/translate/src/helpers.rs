//! Compiled functions that all regions share.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{I32, I64};
use cranelift_codegen::ir::{AbiParam, Function, InstBuilder, MemFlagsData, Signature};
use cranelift_codegen::isa::{CallConv, TargetFrontendConfig};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use machine::native::{TLB_ENTRIES, WINDOW_BITS, fields};

use crate::access::Reach;
use crate::emit;

/// Positions of the parts of a request.
const UNITS_AT: u32 = 32;
const MASK_AT: u32 = 48;

/// A request: the first word of the entry to fill, as an offset in bytes, and the units to find.
pub(crate) fn request(site: usize, Reach { units, mask }: Reach) -> i64 {
    (site * 8) as i64 | units << UNITS_AT | i64::from(mask) << MASK_AT
}

/// Compiles a function.
pub(crate) type Compile = fn(&mut Function, &mut FunctionBuilderContext, TargetFrontendConfig);

/// Compiles the function that calls a region's code from Rust.
///
/// The code's calling convention allows jumps from one region's code to another's.
pub(crate) fn enter(
    function: &mut Function,
    room: &mut FunctionBuilderContext,
    config: TargetFrontendConfig,
) {
    function.signature = Signature::new(config.default_call_conv);
    function.signature.params.extend([AbiParam::new(I64); 3]);
    function.signature.returns.push(AbiParam::new(I64));
    let mut b = FunctionBuilder::new(function, room);
    let begin = b.create_block();
    b.append_block_params_for_function_params(begin);
    b.switch_to_block(begin);
    let [context, address, code] = [0, 1, 2].map(|at| b.block_params(begin)[at]);
    let signature = b.import_signature(emit::signature());
    let call = b.ins().call_indirect(signature, code, &[context, address]);
    let exit = b.inst_results(call)[0];
    b.ins().return_(&[exit]);
    b.seal_all_blocks();
    b.finalize(config);
}

/// Signature of the search; the context is the only argument.
pub(crate) fn search_signature() -> Signature {
    let mut signature = Signature::new(CallConv::PreserveAll);
    signature.params.push(AbiParam::new(I64));
    signature
}

/// Compiles the function that searches the table of all known runs of memory.
///
/// Code calls it when the entry of a place is not the run that the place accesses now. It preserves
/// all registers, and request and result are in the context, so that calls of it do not make the
/// usual path slower.
pub(crate) fn search(
    function: &mut Function,
    room: &mut FunctionBuilderContext,
    config: TargetFrontendConfig,
) {
    function.signature = search_signature();
    let mut b = FunctionBuilder::new(function, room);
    let [begin, found, missed] = [(); 3].map(|()| b.create_block());
    b.append_block_params_for_function_params(begin);
    b.switch_to_block(begin);
    let context = b.block_params(begin)[0];
    let flags = MemFlagsData::trusted();
    let [locals, table, request, asked] =
        [fields::LOCALS, fields::TABLE, fields::REQUEST, fields::ASKED]
            .map(|at| b.ins().load(I64, flags, context, at));
    let address = b.ins().ireduce(I32, asked);
    let address = b.ins().uextend(I64, address);
    // Entries for stores are in the second half of the table.
    let store = b.ins().ushr_imm_u(asked, 32);
    let number = b.ins().ushr_imm_u(address, i64::from(WINDOW_BITS));
    let number = b.ins().band_imm_u(number, TLB_ENTRIES as i64 - 1);
    let half = b.ins().ishl_imm_u(store, i64::from(TLB_ENTRIES.trailing_zeros()));
    let number = b.ins().bor(number, half);
    let offset = b.ins().imul_imm_s(number, i64::from(fields::ENTRY_SIZE));
    let entry = b.ins().iadd(table, offset);
    let zero = b.ins().load(I32, flags, entry, fields::ENTRY_ZERO);
    let short = b.ins().ireduce(I32, address);
    let distance = b.ins().iadd(zero, short);
    let distance = b.ins().uextend(I64, distance);
    let units = b.ins().ushr_imm_u(request, i64::from(UNITS_AT));
    let units = b.ins().band_imm_u(units, 0xffff);
    let end = b.ins().iadd(distance, units);
    let bytes = b.ins().load(I64, flags, entry, fields::ENTRY_BYTES);
    let outside = b.ins().icmp(IntCC::UnsignedGreaterThan, end, bytes);
    let mask = b.ins().ushr_imm_u(request, i64::from(MASK_AT));
    let mask = b.ins().band_imm_u(mask, 3);
    let rest = b.ins().band(address, mask);
    let odd = b.ins().icmp_imm_u(IntCC::NotEqual, rest, 0);
    let failed = b.ins().bor(outside, odd);
    b.ins().brif(failed, missed, &[], found, &[]);
    b.switch_to_block(found);
    let site = b.ins().ireduce(I32, request);
    let site = b.ins().uextend(I64, site);
    let site = b.ins().iadd(locals, site);
    for offset in (0..fields::ENTRY_SIZE).step_by(8) {
        let part = b.ins().load(I64, flags, entry, offset);
        b.ins().store(flags, part, site, offset);
    }
    let base = b.ins().load(I64, flags, entry, fields::ENTRY_BASE);
    b.ins().store(flags, base, context, fields::FOUND);
    b.ins().return_(&[]);
    b.switch_to_block(missed);
    let none = b.ins().iconst(I64, 0);
    b.ins().store(flags, none, context, fields::FOUND);
    b.ins().return_(&[]);
    b.seal_all_blocks();
    b.finalize(config);
}
