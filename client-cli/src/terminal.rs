//! Standard input, standard output and standard error.

pub mod columns;
pub mod console;
pub mod line_editor;
pub mod output;
mod prompt_area;
pub mod raw_mode;
pub mod sanitize;
mod screen;
pub mod stdin_lines;
pub mod style;
