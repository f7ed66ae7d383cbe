//! How many positions a second the search visits natively, asked as the page asks its module:
//!
//! ```sh
//! cargo run --release -p ikibuguzo-browser --example speed    # natively
//! node web/test/module-speed.mjs                              # the module, in Node
//! ```

use std::time::Instant;

use ikibuguzo_browser::{Environment, LocalServer};
use ikibuguzo_protocol::Timestamp;

/// The budget of each search.
const NODES: u32 = 200_000;

/// The beginnings of games that are searched.
const BASES: [&str; 4] = [
    r#"{"rules":"ikibuguzo:second","arrays":{"south":"second","north":"second"},"actions":"H.h"}"#,
    r#"{"rules":"kubuguza","actions":"M.k"}"#,
    r#"{"rules":"njombwa:8","actions":"B.b"}"#,
    r#"{"rules":"azigo","actions":"C.b"}"#,
];

/// An analysis needs no time and no chance.
struct Unused;

impl Environment for Unused {
    fn now(&mut self) -> Timestamp {
        Timestamp::ZERO
    }

    fn random(&mut self) -> u32 {
        0
    }
}

#[expect(clippy::disallowed_methods, reason = "a measurement reads the clock")]
fn main() {
    let mut server = LocalServer::default();
    for base in BASES {
        let request = format!(r#"{{"type":"analyse","base":{base},"nodes":{NODES}}}"#);
        let begin = Instant::now();
        let answer = server.answer(&request, &mut Unused);
        let seconds = begin.elapsed().as_secs_f64();
        assert!(answer.starts_with(r#"{"answer":"#), "{answer}");
        println!("{:>9.0} positions/s  {base}", f64::from(NODES) / seconds);
    }
}
