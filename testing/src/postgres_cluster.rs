use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use sqlx::any::install_default_drivers;
use sqlx::{AnyConnection, AssertSqlSafe, Connection};
use tempfile::TempDir;

use crate::free_port::free_address;

/// A Postgres cluster of one test, which the test can stop. Dropping this removes it.
pub struct PostgresCluster {
    folder: TempDir,
    programs: PathBuf,
    port: u16,
    shell_setup: String,
}

impl PostgresCluster {
    /// Creates a cluster and starts it on a free port.
    pub fn start() -> Self {
        let cluster = Self::in_new_folder();
        cluster.run("initdb", &["--auth=trust", "--username=postgres", "--pgdata"], &[]);
        cluster.start_again();
        cluster
    }

    /// Creates and starts a replica of this cluster on another free port.
    pub fn start_replica(&self) -> Self {
        let replica = Self::in_new_folder();
        let url = self.url();
        let options = ["--checkpoint=fast", "--write-recovery-conf", "--dbname", &url, "--pgdata"];
        replica.run("pg_basebackup", &options, &[]);
        replica.start_again();
        replica
    }

    /// Starts a replica that was stopped, as the primary and at the address of a primary that was stopped.
    pub fn take_over(&mut self, primary: &Self) {
        self.port = primary.port;
        self.start_again();
        self.run("pg_ctl", &["promote", "--wait", "--pgdata"], &[]);
    }

    fn in_new_folder() -> Self {
        let cluster = Self {
            folder: tempfile::tempdir().expect("a folder"),
            programs: programs(),
            port: free_address().port(),
            shell_setup: "true".to_owned(),
        };
        cluster.give_folder_to_postgres();
        cluster
    }

    /// Sets the shell command that runs before Postgres does when it is next started.
    pub fn set_shell_setup(&mut self, shell_setup: &str) {
        self.shell_setup = shell_setup.to_owned();
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

    /// Counts rows: `from` is the text after `select count(*) from`.
    pub async fn count(&self, from: &str) -> i64 {
        install_default_drivers();
        let mut connection = AnyConnection::connect(&self.url()).await.expect("a connection");
        let query = sqlx::query_scalar(AssertSqlSafe(format!("select count(*) from {from}")));
        query.fetch_one(&mut connection).await.expect(from)
    }

    /// Its folder.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    /// Runs a program of Postgres on the cluster's folder, as the user `postgres` if root runs the tests.
    fn run(&self, program: &str, before: &[&str], after: &[&str]) {
        let program = self.programs.join(program);
        let mut command = Command::new(if is_root() { "runuser" } else { "sh" });
        if is_root() {
            command.args(["-u", "postgres", "--", "sh"]);
        }
        command.args(["-c", &format!("{}; exec \"$0\" \"$@\"", self.shell_setup)]).arg(program);
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
        if self.data().join("postmaster.pid").exists() {
            self.stop();
        }
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
