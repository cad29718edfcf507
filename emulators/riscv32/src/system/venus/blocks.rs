//! Venus's `malloc` and related calls: a list of heap blocks, each after a header of six words.
//!
//! A header has a magic word, the size of the block, a flag for free, the next block, the previous
//! block, and another magic word. A request takes the first free block that is large enough and
//! splits off the rest if it is larger than a header; otherwise, the heap grows. The first block is
//! empty. Source: Venus, `malloc.kt`, whose comments describe the format.

use std::ops::Range;

use machine::Cause;
use machine::calls::{CallResult, Heap};

use super::{answer, grow};
use crate::system::CallAnswer;
use crate::system::call::{Call, register, word};

const HEADER_BYTES: u32 = 24;
const LOWER_MAGIC: u32 = 0x3cdc_dcdc;
const UPPER_MAGIC: u32 = 0x3cbc_bcbc;

/// Address of the first block; zero before the first call.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Blocks {
    first: u32,
}

/// Header of a block, with its address.
#[derive(Debug, Clone, Copy)]
struct Block {
    at: u32,
    size: u32,
    free: bool,
    next: u32,
    previous: u32,
}

impl Block {
    /// Header at an address; `None`, with a note, if the program has overwritten it.
    fn load(call: &mut Call<'_>, at: u32) -> Result<Option<Block>, CallAnswer> {
        let mut words = [0; HEADER_BYTES as usize / 4];
        for (rank, value) in (0..).zip(&mut words) {
            *value = word(call, at.wrapping_add(rank * 4))?;
        }
        let [lower, size, free, next, previous, upper] = words;
        if (lower, upper) != (LOWER_MAGIC, UPPER_MAGIC) {
            let cause = Cause::BadArgument { call: call.number.into(), value: at.into() };
            call.note(cause);
            return Ok(None);
        }
        Ok(Some(Block { at, size, free: free != 0, next, previous }))
    }

    fn store(self, call: &mut Call<'_>) -> CallResult {
        let Block { at, size, free, next, previous } = self;
        let words = [LOWER_MAGIC, size, free.into(), next, previous, UPPER_MAGIC];
        Ok(call.store(at, &words.map(u32::to_le_bytes).concat())?)
    }

    fn data(self) -> u32 {
        self.at.wrapping_add(HEADER_BYTES)
    }

    /// Addresses of the data.
    fn units(self) -> Range<u32> {
        self.data()..self.data().wrapping_add(self.size)
    }
}

impl Blocks {
    /// Executes the call in `a6`: `malloc`, `calloc`, `realloc`, `free`, or the number of blocks in
    /// use.
    pub(super) fn call(&mut self, call: &mut Call<'_>, heap: &mut Heap) -> CallResult {
        let (first, second) = (call.argument(1), call.argument(2));
        let result = match call.cpu.reg(register::A6) {
            1 => self.allocate(call, heap, first)?,
            2 => {
                let size = first.wrapping_mul(second);
                let address = self.allocate(call, heap, size)?;
                if address != 0 {
                    call.store(address, &vec![0; size as usize])?;
                }
                address
            }
            3 => self.reallocate(call, heap, first, second)?,
            4 => return free(call, heap, first),
            5 => self.in_use(call)?,
            _ => return Err(call.bad_argument(6).into()),
        };
        answer(call, result)
    }

    /// Address of a new block; zero if there is no memory or the size is zero.
    fn allocate(
        &mut self,
        call: &mut Call<'_>,
        heap: &mut Heap,
        size: u32,
    ) -> Result<u32, CallAnswer> {
        if self.first == 0 {
            let Some(at) = grow(call, heap, HEADER_BYTES) else { return Ok(0) };
            Block { at, size: 0, free: false, next: 0, previous: 0 }.store(call)?;
            self.first = at;
        }
        if (size as i32) <= 0 {
            return Ok(0);
        }
        let Some(mut block) = Block::load(call, self.first)? else { return Ok(0) };
        while block.next != 0 {
            let Some(next) = Block::load(call, block.next)? else { return Ok(0) };
            block = next;
            if block.free && block.size >= size {
                return take(call, heap, block, size);
            }
        }
        let whole = size.checked_add(HEADER_BYTES);
        let Some(at) = whole.and_then(|whole| grow(call, heap, whole)) else { return Ok(0) };
        Block { next: at, ..block }.store(call)?;
        let new = Block { at, size, free: false, next: 0, previous: block.at };
        new.store(call)?;
        heap.give(new.units());
        Ok(new.data())
    }

    /// Moves a block to a new size and frees the old one.
    fn reallocate(
        &mut self,
        call: &mut Call<'_>,
        heap: &mut Heap,
        address: u32,
        size: u32,
    ) -> Result<u32, CallAnswer> {
        if size == 0 {
            free(call, heap, address)?;
            return Ok(0);
        }
        let old = match address {
            0 => None,
            _ => Block::load(call, address.wrapping_sub(HEADER_BYTES))?,
        };
        let new = self.allocate(call, heap, size)?;
        if let Some(old) = old.filter(|_| new != 0) {
            let bytes = call.bytes(old.data(), old.size.min(size))?;
            call.store(new, &bytes)?;
            free(call, heap, address)?;
        }
        Ok(new)
    }

    /// Number of blocks in use; -1 if the list is broken.
    fn in_use(&self, call: &mut Call<'_>) -> Result<u32, CallAnswer> {
        let (mut count, mut at) = (0, self.first);
        while at != 0 {
            let Some(block) = Block::load(call, at)? else { return Ok(u32::MAX) };
            count += u32::from(!block.free && block.size > 0);
            at = block.next;
        }
        Ok(count)
    }
}

/// Takes a free block, and splits off the rest.
fn take(
    call: &mut Call<'_>,
    heap: &mut Heap,
    mut block: Block,
    size: u32,
) -> Result<u32, CallAnswer> {
    block.free = false;
    if block.size > size + HEADER_BYTES + 1 {
        let at = block.data() + size;
        let left = block.size - size - HEADER_BYTES;
        if block.next != 0 {
            let Some(next) = Block::load(call, block.next)? else { return Ok(0) };
            Block { previous: at, ..next }.store(call)?;
        }
        Block { at, size: left, free: true, next: block.next, previous: block.at }.store(call)?;
        (block.next, block.size) = (at, size);
    }
    block.store(call)?;
    heap.give(block.units());
    Ok(block.data())
}

/// Frees the block at an address; leaves a note if it is already free.
fn free(call: &mut Call<'_>, heap: &mut Heap, address: u32) -> CallResult {
    if address == 0 {
        return Ok(());
    }
    let Some(block) = Block::load(call, address.wrapping_sub(HEADER_BYTES))? else {
        return Ok(());
    };
    if block.free {
        call.note(call.bad_argument(1));
        return Ok(());
    }
    heap.free(block.units());
    Block { free: true, ..block }.store(call)
}
