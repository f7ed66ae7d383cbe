//! Standard input and standard output.

pub mod columns;
pub mod console;
pub mod line_editor;
pub mod pager;
mod prompt_area;
pub mod raw_mode;
pub mod sanitize;
mod screen;
pub mod stdin_lines;
pub mod style;
