//! The local server, through its JSON texts.

mod bad_requests;
mod client;
mod conversation;
mod positions;
mod sources;
mod whole_games;
