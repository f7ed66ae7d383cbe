//! The real program against a real server or without one, used as people and scripts use it.

mod support;

mod analyse;
mod games;
mod json;
mod line_mode;
mod names;
mod offline;
mod refusals;
