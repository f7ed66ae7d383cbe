//! The WebAssembly module of the page. A request is a JSON text, and so is its answer (`LocalServer` in `ikibuguzo-browser`):
//!
//! 1. `request_buffer(length)` returns the address to which the request is written, as UTF-8;
//! 2. `answer_request()` answers it, and returns the length of the answer in bytes;
//! 3. `answer_buffer()` returns the address of the answer.
//!
//! The page provides `environment.now`, the milliseconds since 1970-01-01 UTC, and `environment.random`, 32 random bits.
#![cfg(target_arch = "wasm32")]

use std::cell::RefCell;

use ikibuguzo_browser::{Environment, LocalServer, Timestamp};

#[link(wasm_import_module = "environment")]
unsafe extern "C" {
    safe fn now() -> f64;
    safe fn random() -> u32;
}

/// The page, as the local server sees it.
struct Page;

impl Environment for Page {
    fn now(&mut self) -> Timestamp {
        // A number of milliseconds is positive and whole, and a float is exact up to the year 287396.
        Timestamp::from_millis(now() as u64)
    }

    fn random(&mut self) -> u32 {
        random()
    }
}

/// What lives as long as the module.
#[derive(Default)]
struct Module {
    server: LocalServer,
    request: Vec<u8>,
    answer: String,
}

thread_local! {
    static MODULE: RefCell<Module> = RefCell::default();
}

/// Makes room for a request of this many bytes, and returns its address.
#[unsafe(no_mangle)]
extern "C" fn request_buffer(length: usize) -> *mut u8 {
    with_module(|module| {
        module.request = vec![0; length];
        module.request.as_mut_ptr()
    })
}

/// Answers the request, and returns the length of the answer in bytes.
#[unsafe(no_mangle)]
extern "C" fn answer_request() -> usize {
    with_module(|module| {
        let request = std::mem::take(&mut module.request);
        module.answer = module.server.answer(&String::from_utf8_lossy(&request), &mut Page);
        module.answer.len()
    })
}

/// The address of the answer.
#[unsafe(no_mangle)]
extern "C" fn answer_buffer() -> *const u8 {
    with_module(|module| module.answer.as_ptr())
}

fn with_module<Result>(use_module: impl FnOnce(&mut Module) -> Result) -> Result {
    MODULE.with_borrow_mut(use_module)
}
