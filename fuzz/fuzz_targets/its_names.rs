//! File names as ITS users type them and as hosts store them.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pdp10::files::names::{FileName, TypedName};

fuzz_target!(|text: &str| {
    if let Ok(typed) = TypedName::parse(text)
        && let Ok(name) = typed.or(&FileName::default())
    {
        assert_eq!(FileName::from_key(&name.key()).as_ref(), Some(&name));
    }
    if let Ok(name) = FileName::from_path(text, "GUEST") {
        assert_eq!(FileName::from_path(&name.to_path("GUEST"), "GUEST").as_ref(), Ok(&name));
    }
    let _ = FileName::from_key(text.as_bytes());
});
