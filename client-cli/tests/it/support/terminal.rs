use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use tokio::time::timeout;

/// Longest wait for output. It makes a hanging test fail with the output so far.
const OUTPUT_TIMEOUT: Duration = Duration::from_secs(120);

/// A running `ikibuguzo`. Dropping it kills the program.
pub(crate) struct Terminal {
    child: Child,
    input: Option<ChildStdin>,
    lines: Lines<BufReader<ChildStdout>>,
    /// The output so far.
    pub(crate) output: String,
}

impl Terminal {
    pub(crate) fn run(server: &str, home: &Path, arguments: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_ikibuguzo"))
            .args(arguments)
            .env("IKIBUGUZO_SERVER", server)
            .env("XDG_CONFIG_HOME", home)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .expect("the program starts");
        let lines = BufReader::new(child.stdout.take().expect("piped")).lines();
        Self { input: child.stdin.take(), child, lines, output: String::new() }
    }

    /// Runs the program without a server and without files of players.
    pub(crate) fn run_offline(arguments: &[&str]) -> Self {
        // Nothing listens on this port, and nothing can be written to this folder.
        Self::run("http://127.0.0.1:1", Path::new("/dev/null"), arguments)
    }

    /// Types a line.
    pub(crate) async fn type_line(&mut self, line: impl AsRef<[u8]>) {
        let input = self.input.as_mut().expect("open");
        input.write_all(&[line.as_ref(), b"\n"].concat()).await.expect("it reads");
    }

    /// The next line of output; none at its end.
    pub(crate) async fn next_line(&mut self) -> Option<String> {
        let line = timeout(OUTPUT_TIMEOUT, self.lines.next_line()).await;
        let line = line.unwrap_or_else(|_| panic!("no more output after:\n{}", self.output));
        let line = line.expect("text")?;
        self.output.push_str(&line);
        self.output.push('\n');
        Some(line)
    }

    /// Reads until a line contains this text. Returns the line.
    pub(crate) async fn wait_for(&mut self, part: &str) -> String {
        loop {
            match self.next_line().await {
                Some(line) if line.contains(part) => return line,
                Some(_) => {}
                None => panic!("no line contains `{part}`:\n{}", self.output),
            }
        }
    }

    /// Kills the program, and waits until it has ended and released its files.
    pub(crate) async fn kill(mut self) {
        self.child.kill().await.expect("SIGKILL");
    }

    /// Ends the input, and waits until the program ends. Returns its exit code, output and errors.
    pub(crate) async fn end(mut self) -> (Option<i32>, String, String) {
        drop(self.input.take());
        while self.next_line().await.is_some() {}
        let mut errors = String::new();
        if let Some(mut stderr) = self.child.stderr.take() {
            stderr.read_to_string(&mut errors).await.expect("text");
        }
        let status = timeout(OUTPUT_TIMEOUT, self.child.wait()).await.expect("it ends").expect("it ran");
        (status.code(), self.output, errors)
    }

    /// Closes the program's standard error.
    pub(crate) fn close_errors(&mut self) {
        drop(self.child.stderr.take());
    }

    /// Closes the program's output, types a line as the last one, and waits until the program ends. Returns its exit code.
    ///
    /// A process that another test has just forked may hold the output open for a moment: then the program goes on, until
    /// its input ends.
    pub(crate) async fn end_without_reader(mut self, line: &str) -> Option<i32> {
        drop(self.lines);
        let mut input = self.input.take().expect("open");
        input.write_all(format!("{line}\n").as_bytes()).await.expect("it reads");
        drop(input);
        timeout(OUTPUT_TIMEOUT, self.child.wait()).await.expect("it ends").expect("it ran").code()
    }

    /// Sends a signal, such as `TERM`, and waits until the program ends. Returns its exit code.
    #[cfg(unix)]
    pub(crate) async fn end_by_signal(mut self, name: &str) -> Option<i32> {
        let process_id = self.process_id().to_string();
        let sent = Command::new("kill").args(["-s", name, &process_id]).status().await;
        assert!(sent.expect("kill").success());
        timeout(OUTPUT_TIMEOUT, self.child.wait()).await.expect("it ends").expect("it ran").code()
    }

    #[cfg(unix)]
    pub(crate) fn process_id(&self) -> u32 {
        self.child.id().expect("it runs")
    }
}
