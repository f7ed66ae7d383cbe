//! The messages between an ikibuguzo server and its clients, as types.
//!
//! Clients talk to the server over a WebSocket and over HTTP. `docs/PROTOCOL.md` has an example of every message,
//! which a test parses with the types of this crate, and `docs/REFERENCE.md` describes the types.
//!
//! | what | module |
//! | --- | --- |
//! | WebSocket messages | `client`, `server`, `event`, `notice` |
//! | the steps of laps, counter by counter | `sowing_steps` |
//! | parts of messages: board, clocks, a viewer's state of a game | `position`, `clock`, `view` |
//! | HTTP bodies | `http`, `account`, `search`, `ply`, `position_book`, `analysis`, `stats` |
//! | error codes, refusals, problems | `error` |
//! | ids, names, tokens, opponents | `id`, `computer_level`, `opponent` |
//! | values that are sent as text | `text_form`: [`Text`]; the engine itself knows nothing of JSON |
//! | times and periods | `time`, `period` |
//! | integers written as floats | `whole_number` |
//! | JSON Schemas and TypeScript declarations (feature `schema`) | `schema`, `typescript` |
//!
//! # Examples
//!
//! A conversation on the WebSocket, one JSON text frame per line. The client's frames begin with `>`, the server's
//! with `<`:
//!
//! ```
//! use ikibuguzo_protocol::{ClientMessage, ServerMessage};
//!
//! let conversation = r#"
//! > {"type":"hello","token":null}
//! < {"type":"welcome","protocol":1,"server":"0.1.0","player":null,"now":1767225599000}
//! > {"type":"join","game":"k7wq2m9xra4t","since":6}
//! < {"type":"game","game":"k7wq2m9xra4t","role":"spectator","delay":0,"head":6,"seq":6}
//! < {"type":"event","game":"k7wq2m9xra4t","seq":7,"at":1767225600000,"kind":"said","seat":"south","text":"Muraho!"}
//! "#;
//! # assert!(conversation.contains(&format!("\"protocol\":{},", ikibuguzo_protocol::VERSION)));
//! for line in conversation.trim().lines() {
//!     let (sender, json) = line.split_at(2);
//!     let read_and_written = match sender {
//!         "> " => ClientMessage::parse(json).expect("a client's message").to_json(),
//!         _ => ServerMessage::parse(json)?.to_json(),
//!     };
//!     assert_eq!(read_and_written, json);
//! }
//! # Ok::<(), serde_json::Error>(())
//! ```
//!
//! A message that is refused:
//!
//! ```
//! use ikibuguzo_protocol::{ClientMessage, ErrorCode, ServerMessage};
//!
//! let refusal = ClientMessage::parse(r#"{"type":"pong"}"#).expect_err("only the server sends `pong`");
//! assert_eq!(refusal.code, ErrorCode::UnknownType);
//! assert!(ServerMessage::Refused(refusal).to_json().contains("unknown_type"));
//! ```

mod account;
mod analysis;
mod position_book;
mod rating;
mod report;
mod client;
mod commitment;
mod compact_event;
mod clock;
mod computer_level;
mod decline_reason;
mod error;
mod event;
mod explored_position;
mod game_moves;
mod game_traits_module;
mod http;
mod id;
mod left_game;
mod message_text;
mod notice;
mod opponent;
mod period;
mod ply;
mod position;
mod push;
#[cfg(feature = "schema")]
mod schema;
mod search;
mod server;
mod sowing_steps;
mod stats;
mod text_form;
mod time;
mod tournament;
#[cfg(feature = "schema")]
mod typescript;
mod view;
mod whole_number;

pub use account::{
    AccountDeletion, BlockList, NameClaim, Passphrase, PlayerData, SignIn, TokenId, TokenInfo, TokenList,
};
pub use analysis::{AnalysedTurn, Analysis, CandidateTurn, PositionAnalysis, TurnMark};
pub use client::{Claim, ClientMessage};
pub use clock::{ClockView, ParseTimeControlError, Receipt, TimeControl};
pub use commitment::{Commitment, InvalidCommitment, SALT_DIGITS};
pub use compact_event::CompactEvent;
pub use computer_level::{ComputerLevel, ParseComputerLevelError};
pub use decline_reason::DeclineReason;
pub use error::{ErrorCode, Problem, Refusal};
pub use event::{EndReason, Event, EventKind, Outcome};
pub use explored_position::{ExplorationError, ExploredPosition, PlayedAction};
pub use game_moves::{ChatLine, GameMoves};
pub use game_traits_module::game_traits_module;
pub use http::{
    ActionCharge, ClockReport, Credentials, CurrentPlayer, EventPage, ExcusedDowntime, ExportedGame,
    GameList, GameSummary, MAX_CHALLENGE_TERM_SECONDS, MAX_RECORD_BODY_BYTES, MIN_CHALLENGE_TERM_SECONDS,
    NewGame, OEmbed, OfflineGameRecord, SeatAssignment, Thumbnail,
};
pub use id::{CommandId, GameId, InvalidId, PlayerName, Token, TournamentId};
pub use left_game::{LeavingKind, LeftGame};
pub use message_text::parse_message;
pub use notice::{Notice, NoticeKind, OfferKind, PlayerGame, PlayerGames};
pub use opponent::{Opponent, ParseOpponentError};
pub use period::Period;
pub use ply::{PlyView, Preview};
pub use position::{CaptureView, Lap, Pending, PositionView, Seats, Stores};
pub use position_book::{ActionStats, GameAtPosition, PositionBook, PositionKey};
pub use push::{NewPushSubscription, PushKeys, PushKind, PushMessage, PushSettings, PushSubscriptionInfo};
pub use rating::{
    GameRating, GameRatings, Leaderboard, LeaderboardEntry, RatingHistory, RatingPoint, SeatRating,
};
pub use report::{MAX_REPORT_CHARS, NewReport, OwnReport, ReportReason, Sanction, SanctionKind};
#[cfg(feature = "schema")]
pub use schema::{Notation, Schemas, TextFormat};
pub use search::{ArrayPair, GameCount, GameResult, Order, StateFilter};
pub use server::{Heads, Presence, ServerMessage, Snapshot};
pub use sowing_steps::{CaptureDestination, SowingStep, sowing_steps};
pub use stats::{
    ArrayPairScore, GameLengths, HeadToHead, LengthBucket, MonthCount, Profile, ReasonCount, RulesStats,
    Score, Stats,
};
pub use text_form::Text;
pub use time::{Timestamp, millis, whole_millis};
pub use tournament::{
    NewTournament, Tournament, TournamentBye, TournamentFormat, TournamentList, TournamentPairing,
    TournamentStanding, TournamentState, TournamentSummary,
};
#[cfg(feature = "schema")]
pub use typescript::typescript;
pub use view::{FirstTurn, GameView, Offer, Rematch, Role, State};

/// The version of the protocol. It changes only when an old client could misunderstand the server.
pub const VERSION: u32 = 1;

/// Size limit of a client's message, in bytes.
pub const MAX_CLIENT_MESSAGE_BYTES: usize = 4096;

/// Length limit of a chat message, in characters.
pub const MAX_CHAT_CHARS: usize = 200;
