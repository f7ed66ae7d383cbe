use std::env;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use tempfile::TempDir;
use tokio_util::sync::CancellationToken;

use super::{Pty, backend};

/// The variables that name the folder and the address of a server process.
const FOLDER: &str = "IKIBUGUZO_TEST_FOLDER";
const ADDRESS: &str = "IKIBUGUZO_TEST_ADDRESS";

/// How often the port of a server is tried until the server listens, 50 milliseconds apart.
const MAX_ATTEMPTS: usize = 600;

/// A server in a process of its own, which can be killed. It is this test program, which runs [`serve_until_killed`].
pub(crate) struct ServerProcess {
    child: Child,
    folder: TempDir,
    address: SocketAddr,
}

impl ServerProcess {
    pub(crate) fn start() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("its address");
        drop(listener);
        let server = Self { child: spawn(&folder, address), folder, address };
        wait_until_listening(address);
        server
    }

    /// Kills the server without a warning, and starts it again at the same address.
    pub(crate) fn kill_and_restart(&mut self) {
        self.child.kill().expect("SIGKILL");
        self.child.wait().expect("it ends");
        self.child = spawn(&self.folder, self.address);
        wait_until_listening(self.address);
    }

    /// Runs `ikibuguzo` with these arguments against this server, on a terminal of this many rows and columns.
    pub(crate) fn run_on_terminal(&self, arguments: &[&str], size: (u16, u16)) -> Pty {
        let home: PathBuf = self.folder.path().join("config");
        Pty::run(&format!("http://{}", self.address), &home, arguments, size)
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn spawn(folder: &TempDir, address: SocketAddr) -> Child {
    Command::new(env::current_exe().expect("this program"))
        .args(["--nocapture", "serve_until_killed"])
        .env(FOLDER, folder.path())
        .env(ADDRESS, address.to_string())
        .stdout(Stdio::null())
        .spawn()
        .expect("it starts")
}

fn wait_until_listening(address: SocketAddr) {
    for _ in 0..MAX_ATTEMPTS {
        if TcpStream::connect(address).is_ok() {
            return;
        }
        sleep(Duration::from_millis(50));
    }
    panic!("the server does not listen at {address}");
}

/// The server that [`ServerProcess`] runs and kills. Without its variables it has nothing to serve.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn serve_until_killed() {
    let (Some(folder), Ok(address)) = (env::var_os(FOLDER), env::var(ADDRESS)) else { return };
    let listener = tokio::net::TcpListener::bind(&address).await.expect("the port");
    let task = backend::serve(listener, &PathBuf::from(folder), CancellationToken::new()).await;
    task.await.expect("it runs until it is killed").expect("without an error");
}
