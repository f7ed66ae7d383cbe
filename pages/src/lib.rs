//! The pages of the site: data in, HTML, SVG and pixels out.
//!
//! A function here takes what a page shows, as types of the protocol, and returns a [`frame::Page`] or a drawing. This
//! crate is pure: it reads no clock, no file and no database, and knows no HTTP.
//!
//! The browser's modules in `web/` find their elements by the ids, classes and `data-` attributes in this HTML.

pub mod frame;
pub mod words;
pub mod address;
pub mod encoding;

pub mod home;
pub mod games;
pub mod live;
pub mod offline;
pub mod players;
pub mod you;
pub mod game;
pub mod forms;
pub mod analysis_board;
pub mod leaderboards;
pub mod tournaments;
pub mod learn;
pub mod push;
pub mod puzzles;
pub mod rating;
pub mod rules;
pub mod stats;
pub mod api;
pub mod error_codes;
pub mod refusal;
pub mod manifest;

pub mod game_image;
pub mod moving_image;
pub mod pixels;
pub mod qr;

mod board;
mod game_cards;
mod labels;
mod link_card;
mod listing;
mod moment;
mod position_table;
mod preset_clocks;
mod plot;
