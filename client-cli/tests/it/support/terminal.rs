use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use tokio::time::timeout;

/// No test needs so long; it is there so that a hanging one says where it hangs.
const PATIENCE: Duration = Duration::from_secs(120);

/// A running `ikibuguzo`. It is killed when it is dropped.
pub(crate) struct Terminal {
    child: Child,
    input: Option<ChildStdin>,
    lines: Lines<BufReader<ChildStdout>>,
    /// All that was written so far.
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

    /// Types a line.
    pub(crate) async fn say(&mut self, line: &str) {
        let input = self.input.as_mut().expect("open");
        input.write_all(format!("{line}\n").as_bytes()).await.expect("it reads");
    }

    /// The next line of output; none at its end.
    pub(crate) async fn next_line(&mut self) -> Option<String> {
        let line = timeout(PATIENCE, self.lines.next_line()).await;
        let line = line.unwrap_or_else(|_| panic!("nothing more comes after:\n{}", self.output));
        let line = line.expect("text")?;
        self.output.push_str(&line);
        self.output.push('\n');
        Some(line)
    }

    /// Reads on until a line has this in it.
    pub(crate) async fn wait_for(&mut self, part: &str) -> String {
        loop {
            match self.next_line().await {
                Some(line) if line.contains(part) => return line,
                Some(_) => {}
                None => panic!("`{part}` never came:\n{}", self.output),
            }
        }
    }

    /// Kills the program, and waits until it is gone and has let go of its files.
    pub(crate) async fn kill(mut self) {
        self.child.kill().await.expect("SIGKILL");
    }

    /// Ends the input, and waits until the program ends by itself: its exit code, all its output, its errors.
    pub(crate) async fn end(mut self) -> (Option<i32>, String, String) {
        drop(self.input.take());
        while self.next_line().await.is_some() {}
        let mut errors = String::new();
        let mut stderr = self.child.stderr.take().expect("piped");
        stderr.read_to_string(&mut errors).await.expect("text");
        let status = timeout(PATIENCE, self.child.wait()).await.expect("it ends").expect("it ran");
        (status.code(), self.output, errors)
    }

    #[cfg(unix)]
    pub(crate) fn process(&self) -> u32 {
        self.child.id().expect("it runs")
    }
}
