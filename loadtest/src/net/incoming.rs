//! What the server says, read once: most frames are acknowledgements and moves, of which only the beginning is read.

use ikibuguzo_protocol::{Presence, ServerMessage};

/// A message from the server.
#[derive(Debug)]
pub enum Frame<'a> {
    /// A command is on disk.
    Ack {
        /// The game.
        game: &'a str,
        /// The command's id.
        id: &'a str,
    },
    /// A seat played an action.
    Acted {
        /// The game.
        game: &'a str,
        /// What is told of it.
        acted: Acted<'a>,
    },
    /// Any other message.
    Other(Box<ServerMessage>),
}

/// The beginning of an `acted` event; equal boards need not be read.
#[derive(Clone, Copy, Debug)]
pub struct Acted<'a> {
    /// Its number in the game.
    pub seq: u64,
    /// The action, in its notation.
    pub action: &'a str,
}

impl<'a> Frame<'a> {
    /// Reads a message.
    ///
    /// # Errors
    ///
    /// Where it is none of the protocol's.
    pub fn read(text: &'a str) -> Result<Self, serde_json::Error> {
        // A text that the server writes otherwise than today may still be a message.
        match Self::ack(text).or_else(|| Self::acted(text)) {
            Some(frame) => Ok(frame),
            None => Ok(Self::Other(Box::new(ServerMessage::parse(text)?))),
        }
    }

    /// The game that the message is about, if it is about one that goes its way.
    pub fn game(&self) -> Option<&str> {
        match self {
            Self::Ack { game, .. } | Self::Acted { game, .. } => Some(game),
            Self::Other(message) => match message.as_ref() {
                ServerMessage::Game(snapshot) => Some(snapshot.game.as_str()),
                ServerMessage::Event { game, .. }
                | ServerMessage::Left { game }
                | ServerMessage::Presence(Presence { game, .. }) => Some(game.as_str()),
                _ => None,
            },
        }
    }

    fn ack(text: &'a str) -> Option<Self> {
        let (game, rest) = value(text, r#"{"type":"ack","game":""#, '"')?;
        let (id, _) = value(rest, r#","id":""#, '"')?;
        Some(Self::Ack { game, id })
    }

    fn acted(text: &'a str) -> Option<Self> {
        let (game, rest) = value(text, r#"{"type":"event","game":""#, '"')?;
        let (seq, rest) = value(rest, r#","seq":"#, ',')?;
        let (_, rest) = value(rest, r#""at":"#, ',')?;
        let (_, rest) = value(rest, r#""kind":"acted","seat":""#, '"')?;
        let (_, rest) = value(rest, r#","ply":"#, ',')?;
        let (action, _) = value(rest, r#""action":""#, '"')?;
        Some(Self::Acted { game, acted: Acted { seq: seq.parse().ok()?, action } })
    }
}

/// What stands between a beginning and an end, and what follows.
fn value<'a>(text: &'a str, begin: &str, end: char) -> Option<(&'a str, &'a str)> {
    text.strip_prefix(begin)?.split_once(end)
}

#[cfg(test)]
mod tests {
    use ikibuguzo_engine::{Ruleset, Seat, Start, Viewer};
    use ikibuguzo_protocol::{Event, GameId, Happening, PositionView, Text};

    use super::*;

    /// As the server writes it.
    fn acted() -> String {
        let Start::Play(game) = Ruleset::Kubuguza.begin() else { panic!("nothing to arrange") };
        let what = Happening::Acted {
            seat: Text(Seat::North),
            ply: 2,
            action: Text("n".parse().expect("an action")),
            laps: vec![],
            position: PositionView::of(&game, Viewer::Spectator),
            receipt: None,
            clock: None,
        };
        let game: GameId = "05cdv44x7ekv".parse().expect("an id");
        Event { seq: 8, at: 1, what }.to_json(game)
    }

    #[test]
    fn acknowledgements_and_moves_go_the_short_way() {
        let (game, id, seq) = ("05cdv44x7ekv".parse().expect("an id"), "c3".parse().expect("an id"), 7);
        let ack = ServerMessage::Ack { game, id, seq }.to_json();
        assert!(matches!(Frame::read(&ack), Ok(Frame::Ack { game: "05cdv44x7ekv", id: "c3" })));
        let text = acted();
        let Ok(Frame::Acted { game, acted }) = Frame::read(&text) else { panic!("a move") };
        assert_eq!((game, acted.seq, acted.action), ("05cdv44x7ekv", 8, "n"));
    }

    #[test]
    fn a_move_that_is_written_otherwise_is_read_whole() {
        let text = acted().replacen(r#""seq":8,"at":1,"#, r#""at":1,"seq":8,"#, 1);
        let frame = Frame::read(&text).expect("a message");
        assert!(matches!(&frame, Frame::Other(message) if matches!(**message, ServerMessage::Event { .. })));
        assert_eq!(frame.game(), Some("05cdv44x7ekv"));
    }

    #[test]
    fn all_other_messages_are_read_whole() {
        let frame = Frame::read(r#"{"type":"left","game":"05cdv44x7ekv"}"#).expect("a message");
        assert!(matches!(&frame, Frame::Other(message) if matches!(**message, ServerMessage::Left { .. })));
        assert_eq!(frame.game(), Some("05cdv44x7ekv"));
        assert!(Frame::read(r#"{"type":"nonsense"}"#).is_err());
    }
}
