//! What a process has used, as Linux tells it under `/proc`.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use tokio::task::yield_now;

/// Linux counts CPU time in hundredths of a second towards programs, whatever its own clock is.
const TICK: Duration = Duration::from_millis(10);

/// Files that a server wants for everything else, beside a quarter more than there are sockets.
const OTHER_FILES: usize = 256;

/// What a process has used so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// Time on a core, its own and the kernel's for it.
    pub cpu: Duration,
    /// Memory that is resident now, in bytes.
    pub resident: u64,
}

impl Usage {
    /// Of a process, by its number.
    ///
    /// # Errors
    ///
    /// Where there is no such process.
    pub fn of(pid: u32) -> Result<Self> {
        let read = |name| {
            let path = format!("/proc/{pid}/{name}");
            fs::read_to_string(&path).with_context(|| format!("cannot read {path}"))
        };
        let cpu = cpu(&read("stat")?).context("no CPU time in /proc")?;
        Ok(Self { cpu, resident: resident(&read("status")?).context("no memory in /proc")? })
    }
}

/// Makes sure that so many sockets can be open, here and in a server that is started from here.
///
/// # Errors
///
/// Where fewer files may be open.
pub fn allow_sockets(sockets: usize) -> Result<()> {
    let needed = (sockets + sockets / 4 + OTHER_FILES) as u64;
    let allowed = rlimit::increase_nofile_limit(u64::MAX).context("cannot raise the limit of open files")?;
    ensure!(
        needed <= allowed,
        "{sockets} sockets need {needed} open files, but only {allowed} may be open: raise the limit (ulimit -n {needed})"
    );
    Ok(())
}

/// Always has something to do: to wake a thread that sleeps costs whoever sends it something a few microseconds, and
/// clients are not on the server's own machine as a rule.
pub async fn stay_awake() {
    loop {
        yield_now().await;
    }
}

/// Lets the thread that asks for it run only while no other thread of its core wants to.
pub fn give_way() {
    let thread = fs::read_link("/proc/thread-self").ok();
    let Some(thread) = thread.as_deref().and_then(Path::file_name) else { return };
    let mut command = Command::new("chrt");
    command.args(["--idle", "--pid", "0"]).arg(thread).stdout(Stdio::null());
    // Where that cannot be done, what spectators read is measured too.
    if !command.status().is_ok_and(|status| status.success()) {
        eprintln!("ikibuguzo-loadtest: spectators do not give way to players: chrt has failed");
    }
}

/// The 14th and 15th field; the second one is a name, which may have spaces and brackets in it.
fn cpu(stat: &str) -> Option<Duration> {
    let (_, rest) = stat.rsplit_once(") ")?;
    let mut fields = rest.split(' ').skip(11);
    let mut ticks = || fields.next()?.parse::<u32>().ok();
    Some(TICK * (ticks()? + ticks()?))
}

fn resident(status: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kib: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(kib * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cpu_time_is_read_behind_any_name() {
        let stat = "7 (a) b (c) S 1 7 7 0 -1 4194560 100 0 0 0 250 50 0 0 20 0 3 0 100 1000 200";
        assert_eq!(cpu(stat), Some(Duration::from_secs(3)));
    }

    #[test]
    fn memory_is_read() {
        assert_eq!(resident("Name:\tx\nVmRSS:\t    2048 kB\n"), Some(2 << 20));
    }

    #[test]
    fn this_process_uses_something() {
        let usage = Usage::of(std::process::id()).expect("we are there");
        assert!(usage.resident > 0);
    }
}
