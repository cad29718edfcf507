//! The table of lanes.
#![no_main]

use lanes::lane::parse_table;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let _ = parse_table(text, "lanes.toml").map_err(|error| error.to_string());
});
