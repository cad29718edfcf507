//! The reader of ESP32-C3 images: applications, whole flashes, direct boot.
#![no_main]

use libfuzzer_sys::fuzz_target;
use riscv32::esp32c3::image;

fuzz_target!(|bytes: &[u8]| {
    let _ = image::read(bytes).map_err(|error| error.to_string());
});
