#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| trial::hostile::pack::<aot::Aot>(data));
