use std::process::Stdio;
use std::time::Duration;

use ikibuguzo_protocol::GameList;
use ikibuguzo_testing::{Cluster, TestDatabase, within};
use tempfile::TempDir;
use tokio::process::Command;
use tokio::time::sleep;
use tokio_util::task::AbortOnDropHandle;

/// How long a refused import waits until it is tried again.
const RETRY_PERIOD: Duration = Duration::from_millis(200);

/// The import of a record while the nodes run. It is tried again until the database takes it.
pub(crate) struct ImportedGame {
    player: String,
    import: AbortOnDropHandle<()>,
}

impl ImportedGame {
    /// Starts the import of a game whose players have names with this number.
    pub(crate) fn start(database: &TestDatabase, number: usize) -> Self {
        let player = format!("umukinnyi-{number}");
        let record = format!(
            "[Rules \"kubuguza\"]\n[Date \"1998-07-12\"]\n[South \"{player}\"]\n[North \"uwundi-{number}\"]\n\n\
             1. O o\nsouth\n\n"
        );
        let import = AbortOnDropHandle::new(tokio::spawn(import(database.url(), record)));
        Self { player, import }
    }

    /// Waits until the game is stored. Returns a sentence for each node that does not list it once.
    pub(crate) async fn check(self, cluster: &Cluster) -> Vec<String> {
        within("an import", self.import).await.expect("no panic");
        let mut found = Vec::new();
        for (number, node) in cluster.nodes.iter().enumerate() {
            let path = format!("/api/games?player={}", self.player);
            let listed = node.http().get::<GameList>(&path).await.map(|list| list.games.len());
            if listed.as_ref().ok() != Some(&1) {
                found.push(format!("node {number} lists the imported game of {}: {listed:?}", self.player));
            }
        }
        found
    }
}

async fn import(database_url: String, record: String) {
    let folder = TempDir::new().expect("a folder");
    let file = folder.path().join("record.txt");
    std::fs::write(&file, record).expect("written");
    loop {
        let mut program = Command::new(env!("CARGO_BIN_EXE_ikibuguzo-server"));
        program.arg("import").arg(&file).args(["--database-url", &database_url]).kill_on_drop(true);
        let run = program.stdout(Stdio::null()).stderr(Stdio::null()).status();
        if run.await.expect("a process").success() {
            return;
        }
        sleep(RETRY_PERIOD).await;
    }
}
