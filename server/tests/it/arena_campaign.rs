//! Arenas whose server is killed while they are played: the standings are those of the games.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::time::Duration;

use fastrand::Rng;
use ikibuguzo_protocol::{
    Credentials, GameId, NewTournament, Timestamp, Tournament, TournamentFormat, TournamentId,
    TournamentState,
};
use ikibuguzo_testing::{
    Habits, PersistentPlayer, ServerCommand, ServerProcess, TestDatabase, machine_time, within,
};
use sqlx::{AssertSqlSafe, Connection};
use tokio::time::{Instant, sleep};
use tokio_util::sync::CancellationToken;

use crate::PROGRAM;
use crate::storage::tournaments::{enter, make, new_tournament, show, wait_for_end};

/// The interval at which players look for new games.
const LOOK: Duration = Duration::from_millis(50);

/// An arena that is played by players at random.
struct Campaign {
    database: TestDatabase,
    server: ServerProcess,
    id: TournamentId,
    players: BTreeMap<String, Credentials>,
    begun: BTreeSet<GameId>,
    moves: Arc<AtomicUsize>,
    stop: CancellationToken,
}

/// South, North, result, begun_at, ended_at.
type PlayedGameRow = (String, String, Option<String>, i64, Option<i64>);

/// A game as the database has it.
struct PlayedGame {
    players: [String; 2],
    /// `south`, `north`, `draw`, or none while the game is played.
    result: Option<String>,
    begun_at: Timestamp,
    ended_at: Option<Timestamp>,
}

/// The result of a campaign.
struct Figures {
    games: usize,
    counted: usize,
    moves: usize,
    kills: usize,
    /// Times from the end of a player's game to its next one, in milliseconds: the median and the longest one of 99 %.
    waits: [Duration; 2],
}

impl Figures {
    fn text(&self) -> String {
        let Self { games, counted, moves, kills, waits: [median, longest] } = self;
        format!(
            "{games} games, of which {counted} counted, with {moves} moves; {kills} kills; \
             from one game to the next {median:?} (median), {longest:?} (99 %)"
        )
    }
}

fn command() -> ServerCommand {
    let limits = ["--max-sockets-per-address", "1000", "--requests-per-second", "0"];
    limits.iter().fold(ServerCommand::new(PROGRAM), |command, option| command.option(option))
}

impl Campaign {
    async fn begin(players: usize) -> Self {
        let database = TestDatabase::new().await;
        let server = command().spawn(&database).await;
        let http = server.http();
        let maker = http.create_claimed("Kamau").await;
        let new = NewTournament {
            format: TournamentFormat::Arena,
            places: players as u32,
            starts_at: Some(machine_time() + Duration::from_millis(3_600_000)),
            ..new_tournament("fischer:300+5")
        };
        let id = make(&http, &maker, &new).await.expect("an arena").tournament;
        let mut all = BTreeMap::new();
        for _ in 0..players {
            let player = http.create_guest().await;
            enter(&http, id, &player).await.expect("entered");
            all.insert(player.name.to_string(), player);
        }
        database.execute("update tournament set starts_at = 1").await;
        Self {
            database,
            server,
            id,
            players: all,
            begun: BTreeSet::new(),
            moves: Arc::default(),
            stop: CancellationToken::new(),
        }
    }

    /// The players sit down at each new game, until `time` is over and `games` have begun.
    async fn play(&mut self, time: Duration, games: usize) {
        let end = Instant::now() + time;
        while Instant::now() < end || self.begun.len() < games {
            let shown = show(&self.server.http(), self.id).await;
            self.sit_down(&shown);
            sleep(LOOK).await;
        }
    }

    fn sit_down(&mut self, shown: &Tournament) {
        for pairing in shown.rounds.iter().flatten().filter(|it| it.points.is_none()) {
            let Some(game) = pairing.game.filter(|game| self.begun.insert(*game)) else { continue };
            for name in [&pairing.players.south, &pairing.players.north] {
                let player = PersistentPlayer {
                    addresses: vec![self.server.address()],
                    credentials: self.players[name.as_str()].clone(),
                    game,
                    rng: Rng::new(),
                    habits: Habits::prompt(Duration::from_secs(5)),
                    moves: self.moves.clone(),
                    stop: self.stop.clone(),
                };
                tokio::spawn(player.run());
            }
        }
    }

    async fn kill(&mut self) {
        let address = self.server.address();
        self.server.kill().await;
        self.server = command().listen(address).spawn(&self.database).await;
    }

    async fn close(&self) -> Tournament {
        // Ahead, so that no step has been taken that did not know it.
        let closes_at = machine_time() + Duration::from_millis(5_000);
        let close = format!("update tournament set closes_at = {closes_at}, version = version + 1");
        self.database.execute(&close).await;
        wait_for_end(&self.server.http(), self.id, TournamentState::Finished).await
    }

    /// The games, each player's in order.
    async fn games(&self) -> Vec<PlayedGame> {
        let select = "select south.name, north.name, game.result, begun_at, game.ended_at
             from tournament_game join game on game.code = tournament_game.game
             join player south on south.player_id = tournament_game.south
             join player north on north.player_id = tournament_game.north
             order by round, tournament_game.south";
        let mut connection = self.database.connect().await;
        let rows: Vec<PlayedGameRow> =
            sqlx::query_as(AssertSqlSafe(select)).fetch_all(&mut connection).await.expect(select);
        connection.close().await.expect("closed");
        let time = |at: i64| Timestamp::from_millis(u64::try_from(at).expect("a time"));
        let game = |(south, north, result, begun_at, ended_at): PlayedGameRow| PlayedGame {
            players: [south, north],
            result,
            begun_at: time(begun_at),
            ended_at: ended_at.map(time),
        };
        rows.into_iter().map(game).collect()
    }
}

/// The points, games and games won of each player: 2 for a game won, 1 for a drawn one, and twice as many after two games won in
/// a row. Written apart from the server's fold.
fn expected(games: &[PlayedGame], closes_at: Timestamp) -> BTreeMap<String, [u32; 3]> {
    let mut all = BTreeMap::<String, ([u32; 3], Vec<bool>)>::new();
    for game in games.iter().filter(|game| game.ended_at.is_some_and(|at| at <= closes_at)) {
        let result = game.result.as_deref().expect("a result");
        assert!(["south", "north", "draw"].contains(&result), "{result}");
        for (name, seat) in game.players.iter().zip(["south", "north"]) {
            let (sums, won) = all.entry(name.clone()).or_default();
            let is_hot = won.len() >= 2 && won[won.len() - 2..] == [true, true];
            let points = if result == seat { 2 } else { u32::from(result == "draw") };
            won.push(points == 2);
            let more = [if is_hot { 2 * points } else { points }, 1, points / 2];
            *sums = [0, 1, 2].map(|index| sums[index] + more[index]);
        }
    }
    all.into_iter().map(|(name, (sums, _))| (name, sums)).collect()
}

/// The times that players waited from the end of a game to their next one, ascending.
fn waits(games: &[PlayedGame]) -> Vec<Duration> {
    let mut last_ends = BTreeMap::new();
    let mut waits = Vec::new();
    for game in games {
        for name in &game.players {
            if let Some(Some(end)) = last_ends.insert(name, game.ended_at) {
                waits.push(game.begun_at.saturating_since(end));
            }
        }
    }
    waits.sort_unstable();
    waits
}

/// Plays an arena and kills its server `kills` times; between two kills at least `time` passes and some games begin. Compares
/// the standings with the games.
async fn run(players: usize, kills: usize, time: Duration, games: usize) -> Figures {
    let mut campaign = within("the beginning of an arena", Campaign::begin(players)).await;
    for killed in 0..kills {
        campaign.play(time, games * (killed + 1)).await;
        campaign.kill().await;
    }
    campaign.play(time, games * (kills + 1)).await;
    let last = campaign.close().await;
    campaign.stop.cancel();
    let games = campaign.games().await;
    let of_games = expected(&games, last.summary.closes_at.expect("a close"));
    for standing in &last.standings {
        let sums = of_games.get(standing.player.as_str()).copied().unwrap_or_default();
        assert_eq!([standing.points, standing.played, standing.won], sums, "{standing:?}");
        assert!(!standing.withdrawn, "everybody came: {standing:?}");
    }
    assert!(last.standings.is_sorted_by_key(|it| std::cmp::Reverse([it.points, it.won])));
    let stored = campaign.database.count("game").await;
    assert_eq!(stored, games.len() as i64, "no game is doubled");
    figures(&campaign, &games, &last, kills)
}

fn figures(campaign: &Campaign, games: &[PlayedGame], last: &Tournament, kills: usize) -> Figures {
    let waits = waits(games);
    let share = |percent: usize| waits.get(waits.len() * percent / 100).copied().unwrap_or_default();
    Figures {
        games: games.len(),
        counted: last.standings.iter().map(|it| it.played as usize).sum::<usize>() / 2,
        moves: campaign.moves.load(std::sync::atomic::Ordering::Relaxed),
        kills,
        waits: [share(50), share(99)],
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_standings_of_an_arena_are_those_of_its_games_after_a_kill() {
    let figures = within("an arena", run(6, 1, Duration::ZERO, 3)).await;
    assert!(figures.games >= 6, "{}", figures.text());
}

/// `cargo test -p ikibuguzo-server --test it arena_with_200 -- --ignored --nocapture`
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "takes minutes; run by hand"]
async fn an_arena_with_200_players_survives_ten_kills() {
    let figures = run(200, 10, Duration::from_secs(16), 0).await;
    println!("{}", figures.text());
    assert!(figures.counted > 200);
}
