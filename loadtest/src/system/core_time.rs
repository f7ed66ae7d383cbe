//! The busy time of a CPU core, read from `/proc/stat` on Linux.

use std::fs;

use anyhow::{Context, Result};

/// The time of a CPU core since the system started, in hundredths of a second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CoreTime {
    /// Time in which a process or the kernel was running.
    pub busy: u64,
    /// All time.
    pub total: u64,
}

impl CoreTime {
    /// Reads the time of a core.
    ///
    /// # Errors
    ///
    /// If there is no such core.
    pub fn read(core: u32) -> Result<Self> {
        let text = fs::read_to_string("/proc/stat").context("cannot read /proc/stat")?;
        parse_core(&text, core).with_context(|| format!("no core {core} in /proc/stat"))
    }
}

/// Adds the columns user, nice, system, idle, iowait, irq, softirq and steal. Idle and iowait are not busy.
fn parse_core(stat: &str, core: u32) -> Option<CoreTime> {
    let line = stat.lines().find_map(|line| line.strip_prefix(&format!("cpu{core} ")))?;
    let columns: Vec<u64> = line.split_whitespace().take(8).map(str::parse).collect::<Result<_, _>>().ok()?;
    let total = columns.iter().sum();
    let idle: u64 = columns.iter().skip(3).take(2).sum();
    Some(CoreTime { busy: total - idle, total })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn idle_time_is_not_busy() {
        let stat =
            "cpu  9 9 9 9 9 9 9 9 0 0\ncpu0 1 1 1 1 1 1 1 1 0 0\ncpu1 10 1 20 100 5 2 3 4 0 0\nintr 7\n";
        assert_eq!(parse_core(stat, 1), Some(CoreTime { busy: 40, total: 145 }));
        assert_eq!(parse_core(stat, 2), None);
    }
}
