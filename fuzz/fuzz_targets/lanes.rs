//! The table of lanes.
#![no_main]

use lanes::lane::parse_table;
use lanes::root::Root;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let _ = parse_table(text, "lanes.toml", &Root::Bundled).map_err(|error| error.to_string());
});
