//! Standard input and standard output.

pub mod sanitize;
pub mod screen;
pub mod stdin_lines;
pub mod style;
