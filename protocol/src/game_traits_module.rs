//! Writes `web/game/game-traits.js`: what the page reads about games, so that it need not know them by name.

use std::fmt::Write as _;

use ikibuguzo_engine::Ruleset;

const HEAD: &str = "\
// What the page reads about each ruleset. Made from the engine's description by
//
//     cargo run -p ikibuguzo-protocol --example game_traits > web/game/game-traits.js

/**
 * The destination of captured counters, and the holes into which the counters of a lap fall: those of the seat (`side`), or
 * those of a circuit, the `board` or the `own-row`.
 * @typedef {{ captured: \"hand\" | \"store\" | \"away\", path: \"side\" | \"board\" | \"own-row\" }} GameTraits
 */

/** @type {Record<string, GameTraits>} */
export const GAME_TRAITS = {
";

/// The module with the traits of each ruleset.
pub fn game_traits_module() -> String {
    let mut module = HEAD.to_owned();
    for rules in Ruleset::ALL {
        let captured = rules.traits().captured.as_str();
        let path = rules.sowing_path().as_str();
        let key = property_name(&rules.to_string());
        writeln!(module, "  {key}: {{ captured: \"{captured}\", path: \"{path}\" }},")
            .expect("a string grows");
    }
    module + "};\n"
}

/// A name as a key of an object; a word needs no quotes.
fn property_name(name: &str) -> String {
    if name.bytes().all(|byte| byte.is_ascii_alphabetic()) { name.to_owned() } else { format!("\"{name}\"") }
}
