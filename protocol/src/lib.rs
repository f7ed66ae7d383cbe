//! What crosses the wire between an ikibuguzo server and its clients, as types.
//!
//! A conversation on the WebSocket, one JSON text frame a line (`>` is the client):
//!
//! ```text
//! > {"type":"hello","token":null}
//! < {"type":"welcome","protocol":1,"server":"0.1.0","player":null}
//! > {"type":"join","game":"k7wq2m9xra4t","since":null}
//! < {"type":"game","game":"k7wq2m9xra4t","role":"spectator","delay":0,"head":6,"seq":6,"view":{…}}
//! < {"type":"event","game":"k7wq2m9xra4t","seq":7,"at":1767225600000,"kind":"acted",…}
//! ```
//!
//! Reading a message, and answering it:
//!
//! ```
//! use ikibuguzo_protocol::{ClientMessage, ErrorCode, ServerMessage};
//!
//! let message = ClientMessage::parse(r#"{"type":"ping"}"#).expect("a message of the protocol");
//! assert_eq!(message, ClientMessage::Ping {});
//!
//! let refusal = ClientMessage::parse(r#"{"type":"pong"}"#).expect_err("no message of a client");
//! assert_eq!(refusal.code, ErrorCode::UnknownType);
//! assert!(ServerMessage::Refused(refusal).to_json().contains("unknown_type"));
//! ```
//!
//! Every message is described, with an example, in `docs/PROTOCOL.md`; a test holds the two together.
//! Positions and actions cross the wire in the engine's own text forms ([`Text`]): the engine knows nothing of JSON.

mod account;
mod position_book;
mod client;
mod clock;
mod error;
mod event;
mod http;
mod id;
mod fast_json;
mod ply;
mod position;
#[cfg(feature = "schema")]
mod schema;
mod search;
mod server;
mod stats;
mod text_form;
#[cfg(feature = "schema")]
mod typescript;
mod view;
mod whole_number;

pub use account::{NameClaim, Passphrase, SignIn, TokenId, TokenInfo, TokenList};
pub use client::{Claim, ClientMessage};
pub use clock::{ClockView, ParseTimeControlError, Receipt, TimeControl};
pub use error::{ErrorCode, Problem, Refusal};
pub use event::{EndReason, Event, Happening, Outcome};
pub use http::{
    Bill, ClockSheet, Credentials, Events, Excuse, ExportedGame, GameList, GameSummary, Me, NewGame, Seated,
};
pub use id::{CommandId, GameId, InvalidId, PlayerName, Token};
pub use ply::{PlyView, Preview};
pub use position::{Captured, Lap, Pending, PositionView, Seats, Stores};
pub use position_book::{Played, PositionBook, PositionKey, Reached};
#[cfg(feature = "schema")]
pub use schema::{Notation, Schemas, Spelling};
pub use search::{Arrays, GameCount, GameResult, Order, StateFilter};
pub use server::{Heads, Presence, ServerMessage, Snapshot};
pub use stats::{
    ArraysScore, HeadToHead, Length, LengthBucket, MonthCount, Profile, ReasonCount, RulesStats, Score, Stats,
};
pub use text_form::Text;
#[cfg(feature = "schema")]
pub use typescript::typescript;
pub use view::{GameView, Offer, Rematch, Role, Starts, State};

/// The version of the protocol that this crate speaks. It changes only when an old client would misunderstand.
pub const VERSION: u32 = 1;

/// The largest message a client may send, in bytes.
pub const MAX_CLIENT_MESSAGE: usize = 4096;

/// The longest text that a player may say at once, in characters.
pub const MAX_SAY: usize = 200;
