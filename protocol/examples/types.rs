//! Prints the types of the protocol as TypeScript declarations:
//!
//! ```text
//! cargo run -p ikibuguzo-protocol --example types > web/protocol.d.ts
//! ```

fn main() {
    print!("{}", ikibuguzo_protocol::typescript());
}
