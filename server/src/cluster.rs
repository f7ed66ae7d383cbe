//! Several servers, called nodes, on one database. Any node serves any game: the key of the log decides who has made a
//! move. This module is what nodes know about each other: which run, whom each serves, and what was stored.

pub mod nodes;
pub mod known_outages;
pub mod unserved;
pub mod hint;
pub mod bus;
pub(crate) mod bus_key;
pub(crate) mod bus_messages;
