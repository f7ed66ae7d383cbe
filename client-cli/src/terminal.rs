//! Standard input and output.

pub mod screen;
pub mod stdin_lines;
pub mod style;
