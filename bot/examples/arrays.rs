//! Plays Ikibuguzo with each pair of arrays against itself, for the shares of points in `bot/src/arrangement.rs`.
//!
//! ```sh
//! cargo run --release -p ikibuguzo-bot --example arrays -- 200 5000
//! ```
//!
//! The arguments are the number of games for each pair of arrays, and the mean number of nodes of an action. Games differ
//! because the number of nodes is random, from half to one and a half of the mean.

use fastrand::Rng;
use ikibuguzo_bot::{Budget, Searcher, SeenGame, Settings, Task};
use ikibuguzo_engine::{Game, Seat};

/// South's array and North's.
const RULESPECS: [&str; 4] =
    ["ikibuguzo:first", "ikibuguzo:first-second", "ikibuguzo:second-first", "ikibuguzo:second"];

fn main() {
    let mut numbers = std::env::args().skip(1).map(|text| text.parse::<u64>().expect("a number"));
    let (Some(games), Some(nodes)) = (numbers.next(), numbers.next()) else {
        eprintln!("needs a number of games and of nodes");
        return;
    };
    let mut searcher = Searcher::new(Settings::default());
    for rulespec in RULESPECS {
        let mut rng = Rng::with_seed(1);
        let points: u64 = (0..games).map(|_| south_points(rulespec, nodes, &mut searcher, &mut rng)).sum();
        println!(
            "{rulespec}: South has {:.3} of the points in {games} games",
            points as f64 / (2 * games) as f64
        );
    }
}

/// Plays a game, and returns South's points: 2 for a win, 1 for a draw.
fn south_points(rulespec: &str, nodes: u64, searcher: &mut Searcher, rng: &mut Rng) -> u64 {
    let mut game = Game::from_rulespec(rulespec).expect("a rulespec");
    let mut seen = SeenGame::new(game.position(), Seat::South, true);
    while game.outcome().is_none() {
        let actions = game.legal_actions();
        let action = if actions.len() == 1 {
            actions[0]
        } else {
            let budget = Budget::of_nodes(rng.u64(nodes / 2..=nodes + nodes / 2));
            let task = Task { past: seen.past(), ..Task::new(game.position(), budget) };
            let found = searcher.search(task, &mut || false);
            found.expect("in play").action
        };
        game.advance(action).expect("legal");
        seen.see(game.position());
    }
    game.outcome()
        .and_then(|outcome| outcome.winner)
        .map_or(1, |winner| if winner == Seat::South { 2 } else { 0 })
}
