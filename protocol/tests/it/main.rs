//! The messages from outside: the documented examples, invalid messages, and the page's types.

mod examples;
mod fuzz;
mod game_traits_module;
mod invalid_messages;
mod move_json;
mod typescript;
