#![no_main]

#[path = "../../crates/field/tests/hostile/bytes.rs"]
mod bytes;

libfuzzer_sys::fuzz_target!(|data: &[u8]| bytes::read_or_refused(data));
