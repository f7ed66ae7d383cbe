#![no_main]

use std::sync::LazyLock;

#[path = "../laws.rs"]
#[expect(dead_code, reason = "each target uses one law")]
mod laws;

static SERVER: LazyLock<laws::FuzzServer> = LazyLock::new(laws::FuzzServer::start);

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| laws::frames(&SERVER, bytes));
