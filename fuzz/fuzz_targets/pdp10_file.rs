//! The readers of PDP-10 program files in every packing of words.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pdp10::files;

fuzz_target!(|bytes: &[u8]| {
    match files::read(bytes) {
        Ok(loaded) => drop(loaded.binary.image()),
        Err(error) => drop(error.to_string()),
    }
});
