//! CPU cores and the scheduling of threads.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;
use std::process::{Command, Stdio};

use tokio::task::yield_now;

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
