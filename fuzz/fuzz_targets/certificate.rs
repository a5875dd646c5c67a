#![no_main]

#[path = "../../tests/properties/targets.rs"]
mod targets;

libfuzzer_sys::fuzz_target!(|data: &[u8]| targets::certificate(data));
