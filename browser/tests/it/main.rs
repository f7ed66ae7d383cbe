//! The local server, through its JSON texts.

mod bad_requests;
mod client;
mod conversation;
mod kept_games;
mod positions;
mod sources;
mod whole_games;
