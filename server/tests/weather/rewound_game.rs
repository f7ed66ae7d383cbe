use ikibuguzo_protocol::{Credentials, GameId};
use ikibuguzo_testing::{Cluster, TestDatabase, say, start_game};
use sqlx::AssertSqlSafe;

/// Commands before the faults: more than a round takes away.
const COMMANDS: usize = 8;

/// A game that all nodes have in memory, and whose newest entries the database loses. Nobody plays it meanwhile.
pub(crate) struct RewoundGame {
    game: GameId,
    player: Credentials,
}

impl RewoundGame {
    pub(crate) async fn start(cluster: &Cluster) -> Self {
        let (game, [player, _]) = start_game(&cluster.nodes[0].http(), "kubuguza", true).await;
        for number in 0..COMMANDS {
            let node = &cluster.nodes[number % cluster.nodes.len()];
            node.http().command(&player, &say(game, "Muraho!")).await.expect("said");
        }
        Self { game, player }
    }

    /// The game's id.
    pub(crate) fn game(&self) -> GameId {
        self.game
    }

    /// Every node takes commands into a log without a gap. Returns a sentence for each violation.
    pub(crate) async fn check(&self, cluster: &Cluster) -> Vec<String> {
        let mut found = Vec::new();
        for (number, node) in cluster.nodes.iter().enumerate() {
            let said = node.http().command(&self.player, &say(self.game, "Amakuru?")).await;
            let log = node.http().events(self.game, 0).await.events;
            let is_numbered = log.iter().map(|event| event.seq).eq(1..=log.len() as u64);
            if !is_numbered || said.as_ref().ok() != Some(&(log.len() as u64)) {
                let seqs: Vec<_> = log.iter().map(|event| event.seq).collect();
                found
                    .push(format!("{}: node {number} answered {said:?}, and its log is {seqs:?}", self.game));
            }
        }
        found
    }
}

/// Deletes the newest entry of a game, without the triggers of the campaign.
pub(crate) async fn lose_newest_entry(database: &TestDatabase, game: GameId) {
    let of_game = format!("game_id = (select game_id from game where code = '{game}')");
    let delete =
        format!("delete from event where {of_game} and seq = (select max(seq) from event where {of_game})");
    let mut connection = database.connect().await;
    for statement in ["set session_replication_role = replica", &delete] {
        let query = sqlx::query(AssertSqlSafe(statement.to_owned()));
        query.execute(&mut connection).await.expect("a superuser");
    }
}
