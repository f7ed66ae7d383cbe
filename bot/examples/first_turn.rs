//! Measures the advantage of the first turn: a level plays against itself, and the points of South, who begins, are counted.
//!
//! ```sh
//! cargo run --release -p ikibuguzo-bot --example first_turn -- 3 400 kubuguza azigo
//! ```
//!
//! The arguments are the level, the number of games, and the rules. The advantage is the difference of two ratings with
//! which South's share of the points is expected (`rating/src/first_turn.rs`).

use ikibuguzo_bot::{Level, Player, SeenGame};
use ikibuguzo_engine::{Game, Seat};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [level, games, rulespecs @ ..] = &arguments[..] else {
        eprintln!("needs a level, a number of games, and rules");
        return;
    };
    let level = Level::new(level.parse().expect("a level")).expect("a level from 1 to 8");
    let games: u64 = games.parse().expect("a number of games");
    for rulespec in rulespecs {
        let points: u64 = (0..games).map(|seed| south_points(rulespec, level, seed)).sum();
        let share = points as f64 / (2 * games) as f64;
        let error = 1.96 * (share * (1.0 - share) / games as f64).sqrt();
        let advantage = 400.0 * (share / (1.0 - share)).log10();
        println!("{rulespec}: South has {share:.3} ± {error:.3} of the points, worth {advantage:.0}");
    }
}

/// Plays a game, and returns South's points: 2 for a win, 1 for a draw.
fn south_points(rulespec: &str, level: Level, seed: u64) -> u64 {
    let mut game = Game::from_rulespec(rulespec).expect("rules with a fixed start");
    let mut players = [Player::new(level, 2 * seed), Player::new(level, 2 * seed + 1)];
    let seats = [Seat::South, Seat::North];
    let mut seen = seats.map(|seat| SeenGame::new(game.position(), seat, level.counts_stores()));
    while let Some(seat) = game.to_move() {
        let index = usize::from(seat == Seat::North);
        let action = players[index].choose(&seen[index], &mut || false).expect("in play");
        game.advance(action).expect("legal");
        seen.iter_mut().for_each(|seen| seen.see(game.position()));
    }
    let winner = game.outcome().and_then(|outcome| outcome.winner);
    winner.map_or(1, |winner| if winner == Seat::South { 2 } else { 0 })
}
