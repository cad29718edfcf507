//! 36-bit words in files of bytes: the encoding of evacuated files, and the packings.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pdp10::files::{Packing, evacuate};

const PACKINGS: [Packing; 5] = [
    Packing::Evacuated,
    Packing::CoreDump,
    Packing::AnsiAscii,
    Packing::HighDensity,
    Packing::Simh,
];

fuzz_target!(|bytes: &[u8]| {
    match evacuate::decode(bytes) {
        Ok(words) => assert_eq!(evacuate::decode(&evacuate::encode(&words)).as_ref(), Ok(&words)),
        Err(error) => drop(error.to_string()),
    }
    for packing in PACKINGS {
        let Some(words) = packing.unpack(bytes) else { continue };
        assert_eq!(packing.unpack(&packing.pack(&words)), Some(words), "{packing:?}");
    }
});
