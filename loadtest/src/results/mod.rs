//! ServerCounters, times and the report.

pub mod stats;
pub mod report;
