use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

/// A Postgres cluster of one test, which the test can stop. Dropping this removes it.
pub struct PostgresCluster {
    folder: TempDir,
    programs: PathBuf,
    port: u16,
}

impl PostgresCluster {
    /// Creates a cluster and starts it on a free port.
    pub fn start() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let port = std::net::TcpListener::bind("127.0.0.1:0").and_then(|socket| socket.local_addr());
        let cluster = Self { folder, programs: programs(), port: port.expect("a free port").port() };
        cluster.give_folder_to_postgres();
        cluster.run("initdb", &["--auth=trust", "--username=postgres", "--pgdata"], &[]);
        cluster.start_again();
        cluster
    }

    /// The address of its database.
    pub fn url(&self) -> String {
        format!("postgres://postgres@127.0.0.1:{}/postgres", self.port)
    }

    /// Stops it without a shutdown, as a failing machine does.
    pub fn stop(&self) {
        self.run("pg_ctl", &["stop", "--mode=immediate", "--wait", "--pgdata"], &[]);
    }

    /// Starts it again on the same data.
    pub fn start_again(&self) {
        let options = format!("-p {} -h 127.0.0.1 -k {}", self.port, self.folder.path().display());
        let log = self.folder.path().join("log").display().to_string();
        self.run("pg_ctl", &["start", "--wait", "--pgdata"], &["--log", &log, "--options", &options]);
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    /// Runs a program of Postgres on the cluster's folder, as the user `postgres` if root runs the tests.
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
    fn give_folder_to_postgres(&self) {
        if is_root() {
            let status = Command::new("chown").arg("postgres").arg(self.folder.path()).status();
            assert!(status.expect("chown").success());
        }
    }
}

impl Drop for PostgresCluster {
    fn drop(&mut self) {
        self.stop();
    }
}

fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output().expect("id");
    id.stdout.starts_with(b"0")
}

/// The folder of Postgres's programs: Debian's, or empty if they are in the `PATH`.
fn programs() -> PathBuf {
    let debian = Path::new("/usr/lib/postgresql");
    let versions = debian.read_dir().into_iter().flatten().flatten();
    let found = versions.map(|version| version.path().join("bin")).find(|bin| bin.join("initdb").exists());
    found.unwrap_or_default()
}
