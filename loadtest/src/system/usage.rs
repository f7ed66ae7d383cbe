//! The CPU time and memory of a process, read from `/proc` on Linux.

use std::fs;
use std::time::Duration;

use anyhow::{Context, Result};

/// The unit of CPU time in `/proc/PID/stat`: Linux reports it in hundredths of a second.
const TICK: Duration = Duration::from_millis(10);

/// The CPU time and memory of a process at one moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ProcessUsage {
    /// CPU time since the process started, in user and kernel mode.
    pub cpu: Duration,
    /// Resident memory in bytes.
    pub resident: u64,
}

impl ProcessUsage {
    /// Reads the usage of the process with this id.
    ///
    /// # Errors
    ///
    /// If the process does not exist.
    pub fn read(pid: u32) -> Result<Self> {
        let read = |name| {
            let path = format!("/proc/{pid}/{name}");
            fs::read_to_string(&path).with_context(|| format!("cannot read {path}"))
        };
        let cpu = parse_cpu_time(&read("stat")?).context("no CPU time in /proc")?;
        Ok(Self { cpu, resident: parse_resident(&read("status")?).context("no memory in /proc")? })
    }

    /// Reads the usage of this process.
    ///
    /// # Errors
    ///
    /// If there is no `/proc`.
    pub fn read_this_process() -> Result<Self> {
        Self::read(std::process::id())
    }
}

/// Adds fields 14 and 15. Field 2 is the program's name, which may contain spaces and brackets.
fn parse_cpu_time(stat: &str) -> Option<Duration> {
    let (_, rest) = stat.rsplit_once(") ")?;
    let mut fields = rest.split(' ').skip(11);
    let mut ticks = || fields.next()?.parse::<u32>().ok();
    Some(TICK * (ticks()? + ticks()?))
}

fn parse_resident(status: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kib: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(kib * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cpu_time_is_read_after_a_name_with_spaces_and_brackets() {
        let stat = "7 (a) b (c) S 1 7 7 0 -1 4194560 100 0 0 0 250 50 0 0 20 0 3 0 100 1000 200";
        assert_eq!(parse_cpu_time(stat), Some(Duration::from_secs(3)));
    }

    #[test]
    fn resident_memory_is_read_in_bytes() {
        assert_eq!(parse_resident("Name:\tx\nVmRSS:\t    2048 kB\n"), Some(2 << 20));
    }

    #[test]
    fn this_process_uses_memory() {
        let usage = ProcessUsage::read_this_process().expect("the usage of a running process");
        assert!(usage.resident > 0);
    }
}
