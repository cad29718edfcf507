//! Formats of other programs, for any report.

pub mod csv;
pub mod github;
pub mod json;
pub mod junit;
pub mod markdown;
pub mod sarif;

/// Percent-encoded text, for a relative reference of RFC 3986; characters in `also` are kept, too.
#[must_use]
pub fn reference(text: &str, also: &str) -> String {
    let byte = |byte: u8| {
        let is_kept = byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
        if is_kept || also.as_bytes().contains(&byte) {
            char::from(byte).to_string()
        } else {
            format!("%{byte:02X}")
        }
    };
    text.bytes().map(byte).collect()
}
