use std::process::Command;

/// Limits the size of the files of a process: `soft:hard`, in bytes. A write beyond the limit fails, as on a full disk, if the
/// process ignores the signal `XFSZ`.
pub fn limit_file_size(process: u32, limits: &str) {
    let limited =
        Command::new("prlimit").args([format!("--pid={process}"), format!("--fsize={limits}")]).status();
    assert!(limited.expect("prlimit of util-linux").success());
}
