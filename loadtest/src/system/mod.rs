//! The operating system: usage of processes, CPU cores, limits.

pub mod usage;
pub mod cpu;
pub mod limits;
