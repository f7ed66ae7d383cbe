use std::fs::File;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Stdio};

use ikibuguzo_protocol::Credentials;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, BufReader};
use tokio::process::{Child, Command};
use tokio::task::JoinHandle;

use crate::waiting::within;
use crate::{HttpClient, TestClient, TestDatabase};

/// How to start the server's program.
#[derive(Clone)]
pub struct ServerCommand {
    program: PathBuf,
    options: Vec<String>,
    listen: SocketAddr,
    shell_setup: Option<String>,
    captures_log: bool,
    log_file: Option<PathBuf>,
    log_filter: Option<&'static str>,
}

/// The server's program in a separate process. It is killed when this is dropped.
pub struct ServerProcess {
    child: Child,
    address: SocketAddr,
    log: Option<JoinHandle<String>>,
}

impl ServerCommand {
    /// A command for the program at this path: `env!("CARGO_BIN_EXE_ikibuguzo-server")` in the server's own tests. The
    /// server listens on a free port.
    pub fn new(program: impl Into<PathBuf>) -> Self {
        Self {
            program: program.into(),
            options: Vec::new(),
            listen: SocketAddr::from(([127, 0, 0, 1], 0)),
            shell_setup: None,
            captures_log: false,
            log_file: None,
            log_filter: None,
        }
    }

    /// Adds an option.
    pub fn option(mut self, option: &str) -> Self {
        self.options.push(option.to_owned());
        self
    }

    /// Sets the address to listen on.
    pub fn listen(mut self, address: SocketAddr) -> Self {
        self.listen = address;
        self
    }

    /// Sets a shell command that runs in the process before the program does.
    pub fn shell_setup(mut self, command: &str) -> Self {
        self.shell_setup = Some(command.to_owned());
        self
    }

    /// Keeps the log in memory, for [`ServerProcess::read_log`]. Otherwise it goes to [`TestDatabase::log_file`].
    pub fn capture_log(mut self) -> Self {
        self.captures_log = true;
        self
    }

    /// Leaves statements that take a second or more out of the log: on a busy machine any statement may.
    pub fn ignore_slow_statements(mut self) -> Self {
        self.log_filter = Some("warn,sqlx=error");
        self
    }

    /// Appends the log to this file.
    pub fn log_file(mut self, file: &Path) -> Self {
        self.log_file = Some(file.to_owned());
        self
    }

    /// Starts the program on a database and waits until it listens.
    pub async fn spawn(&self, database: &TestDatabase) -> ServerProcess {
        // On the same disk as the games: a disk that is full for one is full for the other.
        let file = || File::create(database.log_file()).map_or_else(|_| Stdio::inherit(), Stdio::from);
        let log = if self.captures_log { Stdio::piped() } else { file() };
        let started = self.start(&database.url(), log).await;
        started.unwrap_or_else(|| {
            let log = std::fs::read_to_string(database.log_file()).unwrap_or_default();
            panic!("the server ended before it listened: {log}")
        })
    }

    /// Starts the program on the database at this address and waits until it listens. Without a file for it, the log is
    /// discarded.
    pub async fn spawn_at(&self, database_url: &str) -> ServerProcess {
        let append = |path| File::options().create(true).append(true).open(path).expect("a file for the log");
        let log = self.log_file.as_ref().map_or_else(Stdio::null, |path| append(path).into());
        self.start(database_url, log).await.expect("the server ended before it listened")
    }

    /// `None` if the program ended before it listened.
    async fn start(&self, database_url: &str, log: Stdio) -> Option<ServerProcess> {
        let mut child = self
            .base()
            .args(&self.options)
            .envs(self.log_filter.map(|filter| ("RUST_LOG", filter)))
            .args(["--listen", &self.listen.to_string(), "--database-url", database_url])
            .stdout(Stdio::piped())
            .stderr(log)
            .kill_on_drop(true)
            .spawn()
            .expect("a process");
        let log = child.stderr.take().map(|mut stderr| {
            tokio::spawn(async move {
                let mut text = String::new();
                stderr.read_to_string(&mut text).await.expect("UTF-8");
                text
            })
        });
        let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        let line = within("the start of the server", lines.next_line()).await;
        let line = line.expect("readable")?;
        let address = line.split("http://").nth(1).and_then(|rest| rest.split(' ').next());
        Some(ServerProcess { child, address: address.expect("an address").parse().expect("an address"), log })
    }

    fn base(&self) -> Command {
        let Some(setup) = &self.shell_setup else { return Command::new(&self.program) };
        let mut shell = Command::new("sh");
        shell.args(["-c", &format!("{setup}; exec \"$0\" \"$@\"")]).arg(&self.program);
        shell
    }
}

impl ServerProcess {
    /// The address it listens on.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// A client of its HTTP API.
    pub fn http(&self) -> HttpClient {
        HttpClient::new(self.address)
    }

    /// Connects a WebSocket and says hello.
    pub async fn client(&self, player: Option<&Credentials>) -> TestClient {
        TestClient::connect(self.address, player).await
    }

    /// The id of the process.
    pub fn process_id(&self) -> u32 {
        self.child.id().expect("a running process")
    }

    /// Whether the process has not ended.
    pub fn is_running(&mut self) -> bool {
        self.child.try_wait().expect("a process").is_none()
    }

    /// Kills the process with SIGKILL.
    pub async fn kill(&mut self) {
        self.child.kill().await.expect("SIGKILL");
    }

    /// Tells the server to stop, with SIGTERM.
    pub fn terminate(&self) {
        self.signal("TERM");
    }

    /// Waits until the process ends.
    pub async fn wait(&mut self) -> ExitStatus {
        within("the end of the server", self.child.wait()).await.expect("a status")
    }

    /// Stops all threads of the process. On a busy machine they stop a moment later; this waits for that.
    pub fn freeze(&self) {
        self.signal("STOP");
        let threads = format!("/proc/{}/task", self.process_id());
        let is_still = |stat: String| stat.rsplit(") ").next().is_some_and(|state| state.starts_with('T'));
        // Only Linux has this folder; other systems do not wait.
        while std::fs::read_dir(&threads).into_iter().flatten().flatten().any(|thread| {
            let stat = std::fs::read_to_string(thread.path().join("stat"));
            stat.is_ok_and(|stat| !is_still(stat))
        }) {
            std::thread::yield_now();
        }
    }

    /// Lets a frozen process run again.
    pub fn unfreeze(&self) {
        self.signal("CONT");
    }

    fn signal(&self, name: &str) {
        let kill = format!("kill -{name} {}", self.process_id());
        assert!(std::process::Command::new("sh").args(["-c", &kill]).status().expect("a shell").success());
    }

    /// Its whole log, after the process has ended.
    ///
    /// # Panics
    ///
    /// Panics if the command did not capture the log.
    pub async fn read_log(self) -> String {
        let log = self.log.expect("a captured log");
        within("the end of the log", log).await.expect("no panic")
    }
}
