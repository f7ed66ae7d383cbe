//! The pages without scripts, and the forms that they send.

pub(super) mod game;
mod message;
mod response;
mod same_site;
pub(super) mod start;
mod submission;
mod visitor;
