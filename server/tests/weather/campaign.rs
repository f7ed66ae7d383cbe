use std::path::Path;
use std::time::Duration;

use fastrand::Rng;
use ikibuguzo_engine::Ruleset;
use ikibuguzo_protocol::{ComputerLevel, NewGame, Text};
use ikibuguzo_server::operations::check::check;
use ikibuguzo_store::Store;
use ikibuguzo_testing::clock_check::DeadTimes;
use ikibuguzo_testing::{Cluster, Habits, PATIENCE, RandomGames, new_game};
use tokio::time::{Instant, sleep, sleep_until, timeout};

use crate::check::check_round;
use crate::fault::FaultKind;
use crate::figures::Figures;
use crate::injector::Injector;
use crate::lists::find_lists_down;
use crate::pauses::PauseWatch;
use crate::plan::{KILLS_PER_ROUND, Plan};
use crate::refused_writes;
use crate::rewound_game::RewoundGame;
use crate::{NODES, Options};

/// Spectators of each game.
const SPECTATORS: usize = 2;

/// Moves for each game before the faults of a round begin, and after they have ended.
const MOVES_AROUND: usize = 2;

/// How often the moves are counted.
const POLL_PERIOD: Duration = Duration::from_millis(20);

/// How players behave: they notice soon that a node does not answer, and cut their own lines now and then.
const HABITS: Habits = Habits {
    reply_timeout: Duration::from_secs(2),
    max_timeout_growth: 2,
    max_thinking: Duration::from_millis(1_000),
    cut_every: 100,
    max_absence: Duration::from_secs(2),
};

/// The longest time before a command in rounds of kills, which shall often hit commands that are being stored.
const THINKING_AT_KILLS: Duration = Duration::from_millis(150);

/// Plays and makes faults, prints the figures, and returns every violation.
pub(crate) async fn run(options: &Options) -> Vec<String> {
    let folder = tempfile::tempdir().expect("a folder");
    let logs = options.logs.as_deref().unwrap_or(folder.path());
    std::fs::create_dir_all(logs).expect("a folder for logs");
    let cluster = Cluster::start(env!("CARGO_BIN_EXE_ikibuguzo-server"), NODES, logs).await;
    refused_writes::prepare(&cluster.database).await;
    let rng = Rng::with_seed(options.seed);
    let figures = Figures::default();
    let mut campaign = Campaign { options, logs, cluster, rng, figures };
    let rounds = rounds(options);
    let mut violations = Vec::new();
    for (number, kind) in rounds.iter().enumerate() {
        print!("round {} of {}: ", number + 1, rounds.len());
        violations.extend(campaign.play_round(number, *kind).await);
    }
    violations.extend(find_differences(&campaign.cluster).await);
    println!("{}\n{} violations", campaign.figures, violations.len());
    violations
}

struct Campaign<'a> {
    options: &'a Options,
    /// The folder for logs.
    logs: &'a Path,
    cluster: Cluster,
    rng: Rng,
    figures: Figures,
}

impl Campaign<'_> {
    /// Plays games during some faults, and returns every violation.
    async fn play_round(&mut self, number: usize, kind: FaultKind) -> Vec<String> {
        let stop = Duration::from_secs(self.options.stop_seconds.into());
        let plan = Plan::draw(kind, stop, self.rng.fork());
        let pauses = PauseWatch::start();
        let mut games = self.start_games(number, kind).await;
        let mut violations: Vec<_> = self.play_on(&mut games).await.into_iter().collect();
        let rewound = RewoundGame::start(&self.cluster).await;
        let (mut dead, found) = self.make_faults(&plan, &rewound, number).await;
        violations.extend(found);
        violations.extend(rewound.check(&self.cluster).await);
        violations.extend(find_lists_down(&self.cluster).await);
        violations.extend(self.play_on(&mut games).await);
        self.figures.moves += games.move_count();
        let transcripts = games.stop().await;
        dead.pauses = pauses.stop();
        self.figures.pauses.extend(dead.pauses.iter().map(|pause| pause.length()));
        violations.extend(check_round(&self.cluster, transcripts, &dead, self.logs, &mut self.figures).await);
        report_round(kind, &plan, &violations);
        violations
    }

    /// Starts the games of a round, each at another node.
    async fn start_games(&mut self, round: usize, kind: FaultKind) -> RandomGames {
        let max_thinking = if kind == FaultKind::Kill { THINKING_AT_KILLS } else { HABITS.max_thinking };
        let addresses = self.cluster.addresses();
        let habits = Habits { max_thinking, ..HABITS };
        let mut games = RandomGames::spread(addresses, habits, SPECTATORS, self.rng.u64(..));
        for number in 0..self.options.games as usize {
            let node = &self.cluster.nodes[number % NODES];
            games.start_game(&node.http(), game(round, number)).await;
        }
        games
    }

    /// Makes the faults of a plan. Returns when which node was dead, and every violation.
    async fn make_faults(
        &mut self,
        plan: &Plan,
        rewound: &RewoundGame,
        round: usize,
    ) -> (DeadTimes, Vec<String>) {
        let mut injector = Injector::new(&mut self.cluster, rewound.game(), round);
        let began = Instant::now();
        for (at, step) in plan.steps() {
            // The moments of faults are random.
            sleep_until(began + at).await;
            injector.make(step).await;
        }
        self.figures.faults.add(injector.counts);
        injector.finish().await
    }

    /// Waits until some moves have been played, or all games are over. Says so if that takes too long.
    async fn play_on(&self, games: &mut RandomGames) -> Option<String> {
        let target = games.move_count() + self.options.games as usize * MOVES_AROUND;
        let playing = async {
            while games.move_count() < target && !games.are_over() {
                sleep(POLL_PERIOD).await;
            }
        };
        let played = timeout(PATIENCE, playing).await;
        played
            .is_err()
            .then(|| format!("no {target} moves within {} seconds without a fault", PATIENCE.as_secs()))
    }
}

/// Checks the whole database. Returns a sentence for each difference.
async fn find_differences(cluster: &Cluster) -> Vec<String> {
    let store = Store::open_existing(&cluster.database.url()).await.expect("the database");
    let mut found = Vec::new();
    check(&store, false, |difference| found.push(difference.to_string())).await.expect("a check");
    found
}

/// The kinds of all rounds: first kills, then the other faults in turn.
fn rounds(options: &Options) -> Vec<FaultKind> {
    let has_kills = options.faults.contains(&FaultKind::Kill);
    let kills = if has_kills { options.kills.div_ceil(KILLS_PER_ROUND) } else { 0 };
    let others: Vec<_> = options.faults.iter().copied().filter(|kind| *kind != FaultKind::Kill).collect();
    let kills = std::iter::repeat_n(FaultKind::Kill, kills as usize);
    kills.chain(others.into_iter().cycle().take(options.rounds as usize)).collect()
}

/// The rules and the clock of a game: other ones in each round. Half of the games are long ones.
fn game(round: usize, number: usize) -> NewGame {
    let rules = Ruleset::ALL[(round + 2 * number) % Ruleset::ALL.len()];
    let clocks = ["fischer:600+5", "delay:600+1", "fischer:60+2", "days:2", "none"];
    let new = new_game(&rules.to_string(), clocks[number % clocks.len()]);
    // Computer players at half of the tables.
    let level = (number % 2 == 1).then(|| Text(ComputerLevel::ALL[round % 4].into()));
    NewGame { opponent: level, ..new }
}

fn report_round(kind: FaultKind, plan: &Plan, violations: &[String]) {
    println!("{kind:?}, {} violations", violations.len());
    if !violations.is_empty() {
        println!("faults: {:?}", plan.steps());
    }
}
