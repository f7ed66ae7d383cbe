//! Linux: processes, CPU cores, memory and limits.

pub mod usage;
