//! The operating system: usage of processes, CPU cores, limits.

pub mod usage;
pub mod core_time;
pub mod cpu;
pub mod limits;
