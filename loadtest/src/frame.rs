//! What the server says, read once: most frames are acknowledgements and moves, which go a shorter way.

use ikibuguzo_protocol::ServerMessage;
use serde::Deserialize;
use serde_json::value::RawValue;

/// A message from the server.
#[derive(Debug)]
pub enum Frame<'a> {
    /// A command is on disk.
    Ack {
        /// The command's id.
        id: &'a str,
    },
    /// A seat played an action.
    Acted(Acted<'a>),
    /// Any other message.
    Other(Box<ServerMessage>),
}

/// An `acted` event, with its position still as text: equal texts need not be read.
#[derive(Clone, Copy, Debug)]
pub struct Acted<'a> {
    /// Its number in the game.
    pub seq: u64,
    /// The action, in its notation.
    pub action: &'a str,
    /// The position after it, as JSON.
    pub position: &'a str,
}

/// The fields of both, side by side: serde would copy a message whose shape hangs on its `type`.
#[derive(Deserialize)]
struct Wire<'a> {
    #[serde(rename = "type")]
    tag: &'a str,
    kind: Option<&'a str>,
    id: Option<&'a str>,
    seq: Option<u64>,
    action: Option<&'a str>,
    #[serde(borrow)]
    position: Option<&'a RawValue>,
}

impl<'a> Frame<'a> {
    /// Reads a message.
    ///
    /// # Errors
    ///
    /// Where it is none of the protocol's.
    pub fn read(text: &'a str) -> Result<Self, serde_json::Error> {
        // A text that does not fit here, such as one with escapes in it, may still be a message.
        match serde_json::from_str(text).ok().and_then(|wire| Self::in_short(&wire)) {
            Some(frame) => Ok(frame),
            None => Ok(Self::Other(Box::new(ServerMessage::parse(text)?))),
        }
    }

    fn in_short(wire: &Wire<'a>) -> Option<Self> {
        match (wire.tag, wire.kind) {
            ("ack", _) => Some(Self::Ack { id: wire.id? }),
            ("event", Some("acted")) => {
                let position = wire.position?.get();
                Some(Self::Acted(Acted { seq: wire.seq?, action: wire.action?, position }))
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn acknowledgements_and_moves_go_the_short_way() {
        let ack = r#"{"type":"ack","game":"05cdv44x7ekv","id":"c3","seq":7}"#;
        assert!(matches!(Frame::read(ack), Ok(Frame::Ack { id: "c3" })));
        let acted = r#"{"type":"event","game":"05cdv44x7ekv","seq":8,"at":1,"kind":"acted","seat":"north","ply":2,
            "action":"n","laps":[],"position":{"ply":2}}"#;
        let Ok(Frame::Acted(acted)) = Frame::read(acted) else { panic!("a move") };
        assert_eq!((acted.seq, acted.action, acted.position), (8, "n", r#"{"ply":2}"#));
    }

    #[test]
    fn all_other_messages_are_read_whole() {
        let Ok(Frame::Other(message)) = Frame::read(r#"{"type":"left","game":"05cdv44x7ekv"}"#) else {
            panic!("a message");
        };
        assert!(matches!(*message, ServerMessage::Left { .. }));
        assert!(Frame::read(r#"{"type":"nonsense"}"#).is_err());
    }
}
