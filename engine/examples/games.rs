//! Plays random games to their end: `cargo run --release -p ikibuguzo-engine --example games -- RULESPEC GAMES SEED`.
//!
//! Prints the number of turns and actions, which depends only on the seed. Use `time` to measure the speed.

use std::process::ExitCode;

use fastrand::Rng;
use ikibuguzo_engine::Game;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match play_games(&arguments) {
        Ok(summary) => {
            println!("{summary}");
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("games: {message}");
            ExitCode::from(2)
        }
    }
}

fn play_games(arguments: &[String]) -> Result<String, String> {
    let [rulespec, games, seed] = arguments else {
        return Err("usage: games RULESPEC GAMES SEED, as in: games ikibuguzo:first 90000 1".to_owned());
    };
    let start = Game::from_rulespec(rulespec).map_err(|error| error.to_string())?;
    let games: u32 = games.parse().map_err(|_| "GAMES is a whole number".to_owned())?;
    let mut rng = Rng::with_seed(seed.parse().map_err(|_| "SEED is a whole number".to_owned())?);
    let mut turns = 0_u64;
    let mut plies = 0_u64;
    for _ in 0..games {
        let game = play_out(start.clone(), &mut rng);
        turns += u64::from(game.turns());
        plies += u64::from(game.plies());
    }
    Ok(format!("{games} games, {turns} turns, {plies} actions"))
}

fn play_out(mut game: Game, rng: &mut Rng) -> Game {
    while game.outcome().is_none() {
        let actions = game.legal_actions();
        let action = actions[rng.usize(..actions.len())];
        game.advance(action).expect("listed as legal");
    }
    game
}
