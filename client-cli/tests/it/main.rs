//! The real program against a real server, used as people and scripts use it.

mod support;

mod games;
mod json;
mod line_mode;
mod names;
mod refusals;
