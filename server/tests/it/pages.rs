//! The pages as a browser gets them, before any script has run.

mod game;
mod lobby;
mod qr;
mod stats;
