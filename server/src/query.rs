//! Typed queries of the API and the pages, answered from the store.
//!
//! A handler of the API and a route of a page call the same function here. Nothing in this module knows HTTP.

pub(crate) mod analysis;
pub(crate) mod game_parameters;
pub(crate) mod game_board;
pub(crate) mod game_cursor;
pub(crate) mod games;
pub(crate) mod kept_value;
pub(crate) mod loaded_game;
pub(crate) mod home_lists;
pub(crate) mod live_wall;
pub(crate) mod page_length;
pub(crate) mod player_data;
pub(crate) mod players;
pub(crate) mod ratings;
pub(crate) mod positions;
pub(crate) mod statistics;
pub(crate) mod tournaments;
pub(crate) mod turns;
pub(crate) mod waiting_games;
pub(crate) mod named_games;
pub(crate) mod player_games;
pub(crate) mod finished_games;
