use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

/// A Postgres of a test's own, which it may stop.
pub(crate) struct Cluster {
    folder: TempDir,
    programs: PathBuf,
    port: u16,
}

impl Cluster {
    /// Makes a cluster in a folder of its own, and starts it on a free port.
    pub(crate) fn start() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let port = std::net::TcpListener::bind("127.0.0.1:0").and_then(|socket| socket.local_addr());
        let cluster = Self { folder, programs: programs(), port: port.expect("a free port").port() };
        cluster.give_to_postgres();
        cluster.run("initdb", &["--auth=trust", "--username=postgres", "--pgdata"], &[]);
        cluster.go_on();
        cluster
    }

    /// Its address.
    pub(crate) fn url(&self) -> String {
        format!("postgres://postgres@127.0.0.1:{}/postgres", self.port)
    }

    /// Ends it at once, as a failing machine does.
    pub(crate) fn stop(&self) {
        self.run("pg_ctl", &["stop", "--mode=immediate", "--wait", "--pgdata"], &[]);
    }

    /// Starts it again, with what it had.
    pub(crate) fn go_on(&self) {
        let options = format!("-p {} -h 127.0.0.1 -k {}", self.port, self.folder.path().display());
        let log = self.folder.path().join("log").display().to_string();
        self.run("pg_ctl", &["start", "--wait", "--pgdata"], &["--log", &log, "--options", &options]);
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    /// Runs a program of Postgres on the cluster's folder; as the user postgres if root runs the tests.
    fn run(&self, program: &str, before: &[&str], after: &[&str]) {
        let program = self.programs.join(program);
        let mut command = if is_root() {
            let mut command = Command::new("runuser");
            command.args(["-u", "postgres", "--"]).arg(program);
            command
        } else {
            Command::new(program)
        };
        command.args(before).arg(self.data()).args(after).current_dir("/").stdout(Stdio::null());
        assert!(command.status().expect("a program of Postgres").success(), "{command:?}");
    }

    /// Postgres refuses to run as root.
    fn give_to_postgres(&self) {
        if is_root() {
            let status = Command::new("chown").arg("postgres").arg(self.folder.path()).status();
            assert!(status.expect("chown").success());
        }
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        self.stop();
    }
}

fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output().expect("id");
    id.stdout.starts_with(b"0")
}

/// Where Postgres keeps its programs: on the path, or where Debian puts them.
fn programs() -> PathBuf {
    let debian = Path::new("/usr/lib/postgresql");
    let versions = debian.read_dir().into_iter().flatten().flatten();
    let found = versions.map(|version| version.path().join("bin")).find(|bin| bin.join("initdb").exists());
    found.unwrap_or_default()
}
