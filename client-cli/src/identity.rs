//! The players of this machine.

pub mod private_files;
pub mod store;
