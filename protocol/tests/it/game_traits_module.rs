//! Checks that `web/game/game-traits.js` is up to date.

#[test]
fn the_module_of_game_traits_is_up_to_date() {
    let committed = include_str!("../../../web/game/game-traits.js");
    assert!(
        committed == ikibuguzo_protocol::game_traits_module(),
        "web/game/game-traits.js is out of date; generate it with\n\n    \
         cargo run -p ikibuguzo-protocol --example game_traits > web/game/game-traits.js\n"
    );
}
