//! The limit of open files.

use anyhow::{Context, Result, ensure};

/// Files that a server needs in addition to one and a quarter times its number of sockets.
const OTHER_FILES: usize = 256;

/// Raises the limit of open files for this process and its child processes.
///
/// # Errors
///
/// If the hard limit is too low for this number of sockets.
pub fn raise_open_file_limit(sockets: usize) -> Result<()> {
    let needed = (sockets + sockets / 4 + OTHER_FILES) as u64;
    let allowed = rlimit::increase_nofile_limit(u64::MAX).context("cannot raise the limit of open files")?;
    ensure!(
        needed <= allowed,
        "{sockets} sockets need {needed} open files, but only {allowed} are allowed: raise the limit (ulimit -n {needed})"
    );
    Ok(())
}
