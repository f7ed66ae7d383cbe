//! Tests of chat: the texts and the number of messages that are allowed.

use fastrand::Rng;
use ikibuguzo_protocol::ErrorCode;

use super::Table;
use crate::room::CommandKind;

/// Characters that show nothing, of each kind: spaces, fillers, joiners, blanks, selectors, tags, marks.
const INVISIBLE: &[char] = &[
    ' ',
    '\u{a0}',
    '\u{3000}',
    '\u{ad}',
    '\u{115f}',
    '\u{1160}',
    '\u{3164}',
    '\u{ffa0}',
    '\u{200b}',
    '\u{200d}',
    '\u{2060}',
    '\u{2800}',
    '\u{fe0e}',
    '\u{fe0f}',
    '\u{feff}',
    '\u{e0061}',
    '\u{e007f}',
    '\u{e0100}',
    '\u{301}',
    '\u{323}',
    '\u{20dd}',
];

/// Characters that show something.
const VISIBLE: &[char] = &['a', 'Ọ', '7', '?', '木', '한', 'ع', '🪘'];

#[test]
fn a_text_of_any_invisible_characters_is_refused_and_one_visible_character_is_enough() {
    let mut rng = Rng::with_seed(25);
    for round in 0..500 {
        let mut table = Table::new("kubuguza");
        let mut text: Vec<char> =
            (0..rng.usize(0..40)).map(|_| *rng.choice(INVISIBLE).expect("some")).collect();
        let said: String = text.iter().collect();
        assert_eq!(table.refused("south", CommandKind::Say(said.clone())), ErrorCode::BadText, "{said:?}");
        text.insert(rng.usize(0..=text.len()), *rng.choice(VISIBLE).expect("some"));
        let said: String = text.iter().collect();
        let id = format!("say{round}");
        table.command("south", &id, CommandKind::Say(said.clone())).unwrap_or_else(|_| panic!("{said:?}"));
    }
}
