use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::path::Path;
use std::sync::{Arc, Condvar, Mutex};
use std::thread;
use std::time::Duration;

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

/// Longest wait for the screen to change. It makes a hanging test fail with the screen.
const SCREEN_TIMEOUT: Duration = Duration::from_secs(60);

/// Time without output after which a screen is taken as a new snapshot.
const SETTLING_TIME: Duration = Duration::from_secs(1);

/// A running `ikibuguzo` on a terminal of its own. Dropping it kills the program.
pub(crate) struct Pty {
    child: Box<dyn Child + Send + Sync>,
    input: Box<dyn Write + Send>,
    master: Box<dyn MasterPty + Send>,
    output: Arc<Output>,
}

/// What the program has written.
struct Output {
    state: Mutex<OutputState>,
    has_changed: Condvar,
}

struct OutputState {
    parser: vt100::Parser,
    bells: usize,
    is_closed: bool,
}

impl Pty {
    pub(crate) fn run(server: &str, home: &Path, arguments: &[&str], size: (u16, u16)) -> Self {
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_ikibuguzo"));
        command.args(arguments);
        Self::spawn(command, server, home, size)
    }

    /// Runs the program from a shell, which says when the program is stopped, and goes on with it after Enter.
    pub(crate) fn run_in_shell(server: &str, home: &Path, arguments: &[&str], size: (u16, u16)) -> Self {
        let mut command = CommandBuilder::new("sh");
        command.args(["-mc", r#""$@"; echo "the shell is back"; read -r line; fg"#, "sh"]);
        command.arg(env!("CARGO_BIN_EXE_ikibuguzo"));
        command.args(arguments);
        Self::spawn(command, server, home, size)
    }

    fn spawn(mut command: CommandBuilder, server: &str, home: &Path, (rows, cols): (u16, u16)) -> Self {
        let size = PtySize { rows, cols, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).expect("a terminal");
        command.env("IKIBUGUZO_SERVER", server);
        command.env("XDG_CONFIG_HOME", home);
        command.env("TERM", "xterm-256color");
        command.env_remove("NO_COLOR");
        if let Some(folder) = home.parent() {
            command.cwd(folder);
        }
        let child = pair.slave.spawn_command(command).expect("the program starts");
        let parser = vt100::Parser::new(non_zero(rows), non_zero(cols), 500);
        let state = Mutex::new(OutputState { parser, bells: 0, is_closed: false });
        let output = Arc::new(Output { state, has_changed: Condvar::new() });
        let mut reader = pair.master.try_clone_reader().expect("its output");
        let shared = Arc::clone(&output);
        thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(length @ 1..) = reader.read(&mut buffer) {
                shared.push(&buffer[..length]);
            }
            shared.close();
        });
        let input = pair.master.take_writer().expect("its input");
        Self { child, input, master: pair.master, output }
    }

    /// Presses keys, as a terminal sends them.
    pub(crate) fn press(&mut self, keys: &str) {
        self.input.write_all(keys.as_bytes()).expect("it reads");
        self.input.flush().expect("it reads");
    }

    /// Waits until the screen shows this. Returns the screen.
    pub(crate) fn wait_for(&self, text: &str) -> String {
        self.wait_until(text, |screen| screen.contains(text))
    }

    /// Waits until the screen is as it should be.
    pub(crate) fn wait_until(&self, what: &str, is_so: impl Fn(&str) -> bool) -> String {
        self.wait_until_drawn(what, |screen| is_so(&screen.contents()))
    }

    /// As [`Self::wait_until`], for what the text does not say, such as colours.
    pub(crate) fn wait_until_drawn(&self, what: &str, is_so: impl Fn(&vt100::Screen) -> bool) -> String {
        let state = self.output.state.lock().expect("no test panics with it");
        let waits = |state: &mut OutputState| !is_so(state.parser.screen()) && !state.is_closed;
        let (state, _) =
            self.output.has_changed.wait_timeout_while(state, SCREEN_TIMEOUT, waits).expect("no panic");
        let is_drawn = is_so(state.parser.screen());
        let screen = state.contents();
        drop(state);
        assert!(is_drawn, "the screen does not show {what}:\n{screen}");
        screen
    }

    /// The screen as it is now.
    pub(crate) fn screen(&self) -> String {
        self.output.state.lock().expect("no panic").contents()
    }

    /// The screen after nothing was written to it for a while. Only for new snapshots: it may come too early.
    pub(crate) fn settled_screen(&self) -> String {
        let mut state = self.output.state.lock().expect("no test panics with it");
        loop {
            let (now, result) = self.output.has_changed.wait_timeout(state, SETTLING_TIME).expect("no panic");
            if result.timed_out() {
                return now.contents();
            }
            state = now;
        }
    }

    /// Waits until the bell has rung more often than this.
    pub(crate) fn wait_for_bell_after(&self, bells: usize) {
        let state = self.output.state.lock().expect("no panic");
        let is_silent = |state: &mut OutputState| state.bells <= bells;
        let (_state, result) =
            self.output.has_changed.wait_timeout_while(state, SCREEN_TIMEOUT, is_silent).expect("no panic");
        assert!(!result.timed_out(), "the bell does not ring");
    }

    /// How often the bell has rung.
    pub(crate) fn bells(&self) -> usize {
        self.output.state.lock().expect("no panic").bells
    }

    /// Changes the size of the terminal.
    pub(crate) fn resize(&self, rows: u16, cols: u16) {
        self.output
            .state
            .lock()
            .expect("no panic")
            .parser
            .screen_mut()
            .set_size(non_zero(rows), non_zero(cols));
        let size = PtySize { rows, cols, pixel_width: 0, pixel_height: 0 };
        self.master.resize(size).expect("it is resized");
    }

    pub(crate) fn process_id(&self) -> u32 {
        self.child.process_id().expect("it runs")
    }

    /// Waits until the program ends. Returns its exit code and the last screen.
    pub(crate) fn end(mut self) -> (u32, String) {
        let state = self.output.state.lock().expect("no panic");
        let is_open = |state: &mut OutputState| !state.is_closed;
        let (state, _) =
            self.output.has_changed.wait_timeout_while(state, SCREEN_TIMEOUT, is_open).expect("no panic");
        let screen = state.contents();
        assert!(state.is_closed, "the program does not end:\n{screen}");
        drop(state);
        (self.child.wait().expect("it ends").exit_code(), screen)
    }

    /// Waits until the program has given the screen and the cursor back.
    pub(crate) fn wait_until_restored(&self) {
        let state = self.output.state.lock().expect("no panic");
        let is_taken = |state: &mut OutputState| {
            let screen = state.parser.screen();
            screen.alternate_screen() || screen.hide_cursor()
        };
        let (state, result) =
            self.output.has_changed.wait_timeout_while(state, SCREEN_TIMEOUT, is_taken).expect("no panic");
        let screen = state.contents();
        drop(state);
        assert!(!result.timed_out(), "the program keeps the terminal:\n{screen}");
    }
}

impl Drop for Pty {
    fn drop(&mut self) {
        let _ = self.child.kill();
    }
}

fn non_zero(count: u16) -> NonZeroU16 {
    NonZeroU16::new(count).expect("a terminal has rows and columns")
}

impl Output {
    fn push(&self, bytes: &[u8]) {
        let mut state = self.state.lock().expect("no panic");
        state.bells += bytes.iter().filter(|byte| **byte == 7).count();
        state.parser.process(bytes);
        self.has_changed.notify_all();
    }

    fn close(&self) {
        self.state.lock().expect("no panic").is_closed = true;
        self.has_changed.notify_all();
    }
}

impl OutputState {
    fn contents(&self) -> String {
        self.parser.screen().contents()
    }
}
