//! The results of a run: counts, times, and the report.

pub mod stats;
pub mod interruptions;
pub mod report;
pub mod outage_report;
