//! Checks that `web/protocol.d.ts` is up to date.

#[test]
fn the_declarations_are_up_to_date() {
    let committed = include_str!("../../../web/protocol.d.ts");
    assert!(
        committed == ikibuguzo_protocol::typescript(),
        "web/protocol.d.ts is out of date; generate it with\n\n    \
         cargo run -p ikibuguzo-protocol --example types > web/protocol.d.ts\n"
    );
}
