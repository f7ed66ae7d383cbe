//! Nearly all that clients say: a move, read by hand where it is written as our own clients write it, field after field
//! with nothing between them and nothing escaped. serde_json looks at every key and every character, which takes four
//! times as many instructions; what is written in any other way is left to it. The laws of the fuzz target hold one to
//! the other.

use crate::{ClientMessage, GameId};

/// A move, if it is written so.
pub(crate) fn act(text: &str) -> Option<ClientMessage> {
    let rest = text.strip_prefix(r#"{"type":"act","game":""#)?;
    let (game, rest) = rest.split_at_checked(GameId::LENGTH)?;
    let (id, rest) = word(rest.strip_prefix(r#"","id":""#)?)?;
    let (ply, rest) = number(rest.strip_prefix(r#"","ply":"#)?)?;
    let (action, rest) = word(rest.strip_prefix(r#","action":""#)?)?;
    let (game, id, action) = (game.parse().ok()?, id.parse().ok()?, action.to_owned());
    (rest == r#""}"#).then_some(ClientMessage::Act { game, id, ply, action })
}

/// What stands before the first character that is not as plain as all ids and actions are: the end of a string, or
/// something that JSON may have escaped.
fn word(text: &str) -> Option<(&str, &str)> {
    let is_plain = |byte: u8| byte.is_ascii_graphic() && byte != b'"' && byte != b'\\';
    text.split_at_checked(text.bytes().position(|byte| !is_plain(byte))?)
}

/// A number in digits, which JSON does not let begin with a zero, unless it is one.
fn number(text: &str) -> Option<(u32, &str)> {
    let (digits, rest) = text.split_at_checked(text.bytes().position(|byte| !byte.is_ascii_digit())?)?;
    let is_plain = digits == "0" || !digits.starts_with('0');
    Some((digits.parse().ok().filter(|_| is_plain)?, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_of_our_own_clients_is_read_here() {
        let [game, id] = ["k7wq2m9xra4t", "Z-_9"];
        for (ply, action) in [(0, "H"), (10, "*>"), (u32::MAX, "no action")] {
            let (game, id) = (game.parse().expect("an id"), id.parse().expect("an id"));
            let written = ClientMessage::Act { game, id, ply, action: action.to_owned() };
            assert_eq!(act(&written.to_json()), Some(written).filter(|_| action != "no action"));
        }
    }

    #[test]
    fn what_serde_reads_in_another_way_or_not_at_all_is_left_to_it() {
        let plain = r#"{"type":"act","game":"k7wq2m9xra4t","id":"c3","ply":5,"action":"H"}"#;
        assert!(act(plain).is_some());
        let others = ["05", "", "-5", "+5", "5.0", "5e0", "4294967296", "\"5\""].map(|ply| ("5", ply));
        let spelt = [("H", r"\u0048"), ("H", "\u{7}"), ("H\"", "H"), ("}", "} "), ("}", ""), ("act", "Act")];
        let ids = [("c3", ""), ("c3", "ü"), ("c3", r"\u0063"), ("k7wq2m9xra4t", "k7wq"), ("xra4t", "xra4ü")];
        for (part, other) in others.into_iter().chain(spelt).chain(ids) {
            let text = plain.replacen(part, other, 1);
            assert_eq!(act(&text), None, "{text}");
        }
    }
}
