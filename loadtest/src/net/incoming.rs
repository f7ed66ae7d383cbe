//! Parsing of messages from the server.
//!
//! Most messages are acknowledgements and moves. The tool shares the machine with the server, so it does not parse them
//! in full: it reads only the fields at the beginning, in the order in which the server writes them. A message with
//! another order of fields is parsed in full instead. The board of a move is checked separately, as text
//! (see `check/reference.rs`).

use ikibuguzo_protocol::{Presence, ServerMessage};

/// A message from the server.
#[derive(Debug)]
pub enum Incoming<'a> {
    /// A command is stored.
    Ack {
        /// The id of the game.
        game: &'a str,
        /// The id of the command.
        id: &'a str,
        /// The number of its first event.
        seq: u64,
    },
    /// A seat made a move.
    Move {
        /// The id of the game.
        game: &'a str,
        /// The move.
        event: MoveEvent<'a>,
    },
    /// Any other message.
    Other(Box<ServerMessage>),
}

/// The fields at the beginning of an `acted` event.
#[derive(Clone, Copy, Debug)]
pub struct MoveEvent<'a> {
    /// The number of the event in its game.
    pub seq: u64,
    /// The action in its notation.
    pub action: &'a str,
}

impl<'a> Incoming<'a> {
    /// Parses a message.
    ///
    /// # Errors
    ///
    /// If the text is not a message of the protocol.
    pub fn parse(text: &'a str) -> Result<Self, serde_json::Error> {
        match Self::parse_ack(text).or_else(|| Self::parse_move(text)) {
            Some(message) => Ok(message),
            None => Ok(Self::Other(Box::new(ServerMessage::parse(text)?))),
        }
    }

    /// The id of the game, if the message belongs to a game and is not a refusal.
    pub fn game(&self) -> Option<&str> {
        match self {
            Self::Ack { game, .. } | Self::Move { game, .. } => Some(game),
            Self::Other(message) => match message.as_ref() {
                ServerMessage::Game(snapshot) => Some(snapshot.game.as_str()),
                ServerMessage::Event { game, .. }
                | ServerMessage::Left { game }
                | ServerMessage::Presence(Presence { game, .. }) => Some(game.as_str()),
                _ => None,
            },
        }
    }

    fn parse_ack(text: &'a str) -> Option<Self> {
        let (game, rest) = split_value(text, r#"{"type":"ack","game":""#, '"')?;
        let (id, rest) = split_value(rest, r#","id":""#, '"')?;
        let (seq, _) = split_value(rest, r#","seq":"#, '}')?;
        Some(Self::Ack { game, id, seq: seq.parse().ok()? })
    }

    fn parse_move(text: &'a str) -> Option<Self> {
        let (game, rest) = split_value(text, r#"{"type":"event","game":""#, '"')?;
        let (seq, rest) = split_value(rest, r#","seq":"#, ',')?;
        let (_, rest) = split_value(rest, r#""at":"#, ',')?;
        let (_, rest) = split_value(rest, r#""kind":"acted","seat":""#, '"')?;
        let (_, rest) = split_value(rest, r#","ply":"#, ',')?;
        let (action, _) = split_value(rest, r#""action":""#, '"')?;
        Some(Self::Move { game, event: MoveEvent { seq: seq.parse().ok()?, action } })
    }
}

/// Splits off the value between a prefix and a delimiter. Returns the value and the rest of the text.
fn split_value<'a>(text: &'a str, prefix: &str, delimiter: char) -> Option<(&'a str, &'a str)> {
    text.strip_prefix(prefix)?.split_once(delimiter)
}

#[cfg(test)]
mod tests {
    use ikibuguzo_engine::{GameStart, Ruleset, Seat, Viewer};
    use ikibuguzo_protocol::Timestamp;
    use ikibuguzo_protocol::{Event, EventKind, GameId, PositionView, Text};

    use super::*;

    /// A move as the server writes it.
    fn move_message() -> String {
        let GameStart::Play(game) = Ruleset::Kubuguza.begin() else { panic!("nothing to arrange") };
        let kind = EventKind::Acted {
            seat: Text(Seat::North),
            ply: 2,
            action: Text("n".parse().expect("an action")),
            laps: vec![],
            position: PositionView::of(&game, Viewer::Spectator),
            receipt: None,
            clocks: None,
        };
        let game: GameId = "05cdv44x7ekv".parse().expect("an id");
        Event { seq: 8, at: Timestamp::from_millis(1), kind, closes: Vec::new() }.to_json(game)
    }

    #[test]
    fn acknowledgements_and_moves_are_not_parsed_in_full() {
        let game = "05cdv44x7ekv".parse().expect("an id");
        let id = "c3".parse().expect("an id");
        let seq = 7;
        let ack = ServerMessage::Ack { game, id, seq }.to_json();
        assert!(matches!(
            Incoming::parse(&ack),
            Ok(Incoming::Ack { game: "05cdv44x7ekv", id: "c3", seq: 7 })
        ));
        let text = move_message();
        let Ok(Incoming::Move { game, event }) = Incoming::parse(&text) else { panic!("a move") };
        assert_eq!((game, event.seq, event.action), ("05cdv44x7ekv", 8, "n"));
    }

    #[test]
    fn a_move_with_another_order_of_fields_is_parsed_in_full() {
        let text = move_message().replacen(r#""seq":8,"at":1,"#, r#""at":1,"seq":8,"#, 1);
        let message = Incoming::parse(&text).expect("a message");
        assert!(matches!(&message, Incoming::Other(other) if matches!(**other, ServerMessage::Event { .. })));
        assert_eq!(message.game(), Some("05cdv44x7ekv"));
    }

    #[test]
    fn all_other_messages_are_parsed_in_full() {
        let message = Incoming::parse(r#"{"type":"left","game":"05cdv44x7ekv"}"#).expect("a message");
        assert!(matches!(&message, Incoming::Other(other) if matches!(**other, ServerMessage::Left { .. })));
        assert_eq!(message.game(), Some("05cdv44x7ekv"));
        assert!(Incoming::parse(r#"{"type":"nonsense"}"#).is_err());
    }
}
