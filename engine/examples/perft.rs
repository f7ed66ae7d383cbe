//! Counts the action sequences of a given length: `cargo run --release -p ikibuguzo-engine --example perft -- RULESPEC DEPTH`.

use std::process::ExitCode;

use ikibuguzo_engine::{Game, perft};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match count(&arguments) {
        Ok(count) => {
            println!("{count}");
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("perft: {message}");
            ExitCode::from(2)
        }
    }
}

fn count(arguments: &[String]) -> Result<u64, String> {
    let [rulespec, depth] = arguments else {
        return Err("usage: perft RULESPEC DEPTH, as in: perft ikibuguzo:first 10".to_owned());
    };
    let game = Game::from_rulespec(rulespec).map_err(|error| error.to_string())?;
    let depth = depth.parse().map_err(|_| "DEPTH is a whole number of actions".to_owned())?;
    Ok(perft(&game, depth))
}
