//! The detector of puzzle formats.
#![no_main]

use isagrid_fuzz::is_read_again;
use libfuzzer_sys::fuzz_target;
use reference::{Puzzle, puzzles_bytes};

fuzz_target!(|bytes: &[u8]| {
    for (line, puzzle) in puzzles_bytes(bytes).into_iter().flatten().flatten() {
        assert!(line >= 1);
        is_read_again(&puzzle);
    }
    if let Ok(puzzle) = Puzzle::parse_bytes(bytes) {
        is_read_again(&puzzle);
    }
});
