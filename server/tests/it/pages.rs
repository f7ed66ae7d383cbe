//! The pages as a browser gets them, before any script has run.

mod embed;
mod game;
mod home;
mod qr;
mod stats;
