//! The pages as a browser gets them, before any script has run.

mod embed;
mod game;
mod home;
mod learn;
mod live;
mod puzzles;
mod qr;
mod stats;
