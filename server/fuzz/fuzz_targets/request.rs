#![no_main]

use std::sync::LazyLock;

#[path = "../laws.rs"]
#[allow(dead_code, reason = "each target uses one law")]
mod laws;

static SERVER: LazyLock<laws::Server> = LazyLock::new(laws::Server::start);

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| laws::request(&SERVER, bytes));
