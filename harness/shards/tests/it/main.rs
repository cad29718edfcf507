//! Plans, shards and merges of made-up items: what holds for all of them, and what damage does.

#![expect(clippy::unwrap_used, reason = "a test stops at what is not there")]

mod damage;
mod properties;
mod support;
