//! CPU cores: their busy time, read from `/proc/stat` on Linux, and the scheduling of threads on them.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result};
use tokio::task::yield_now;

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

/// Pins all threads of a process to a core. If that fails, it prints a warning and the process stays unpinned.
pub fn pin_process(pid: u32, core: u32) {
    let arguments = ["--all-tasks", "--cpu-list", "--pid", &core.to_string(), &pid.to_string()];
    match Command::new("taskset").args(arguments).stdout(Stdio::null()).status() {
        Ok(status) if status.success() => {}
        Ok(_) => eprintln!("ikibuguzo-loadtest: cannot pin process {pid} to core {core}"),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            eprintln!("ikibuguzo-loadtest: cannot pin process {pid}: taskset is not installed");
        }
        Err(error) => eprintln!("ikibuguzo-loadtest: cannot run taskset: {error}"),
    }
}

/// Keeps the calling thread from sleeping. The future never finishes.
///
/// The sender of a message spends a few microseconds on waking a sleeping receiver. In production the clients run on
/// other machines, so the server does not spend this time.
pub async fn stay_awake() {
    loop {
        yield_now().await;
    }
}

/// Runs the calling thread only while its core is idle. If that fails, it prints a warning.
pub fn run_thread_when_idle() {
    let thread = fs::read_link("/proc/thread-self").ok();
    let Some(thread) = thread.as_deref().and_then(Path::file_name) else { return };
    let mut command = Command::new("chrt");
    command.args(["--idle", "--pid", "0"]).arg(thread).stdout(Stdio::null());
    if !command.status().is_ok_and(|status| status.success()) {
        eprintln!("ikibuguzo-loadtest: chrt failed: the times of players include the spectators' work");
    }
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
