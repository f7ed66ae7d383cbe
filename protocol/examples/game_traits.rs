//! Prints what the page reads about games:
//!
//! ```text
//! cargo run -p ikibuguzo-protocol --example game_traits > web/game/game-traits.js
//! ```

fn main() {
    print!("{}", ikibuguzo_protocol::game_traits_module());
}
