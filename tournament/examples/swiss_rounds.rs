//! Plays Swiss tournaments with random results and writes their rounds, for a comparison with another program.
//!
//! `cargo run --release -p ikibuguzo-tournament --example swiss_rounds -- TOURNAMENTS MOST_PLAYERS ROUNDS`
//!
//! A line is `players N` for a new tournament, and `round PRESENT PAIRINGS BYE` for each round: the numbers of the
//! players who still play, from 0, with commas; `SOUTH-NORTH:POINTS-POINTS` for each pairing, with commas; the player
//! who rests, or `-`.

#[path = "../tests/it/random_swiss.rs"]
mod random_swiss;

use ikibuguzo_tournament::{SwissRound, pair_swiss};
use random_swiss::RandomSwiss;

fn main() {
    let numbers: Vec<u64> = std::env::args().skip(1).filter_map(|argument| argument.parse().ok()).collect();
    let [tournaments, most, rounds] = numbers[..] else {
        eprintln!("TOURNAMENTS MOST_PLAYERS ROUNDS");
        return;
    };
    for seed in 0..tournaments {
        play(seed, usize::try_from(most).unwrap_or(64), rounds);
    }
}

fn play(seed: u64, most: usize, rounds: u64) {
    let mut swiss = RandomSwiss::new(seed, 4, most);
    println!("players {}", swiss.players);
    for _ in 0..rounds {
        let present = swiss.present();
        let Some(round) = pair_swiss(swiss.players, &present, &swiss.games) else { return };
        let before = swiss.points.clone();
        swiss.play(&round);
        let numbers: Vec<_> = present.iter().map(|it| it.player.to_string()).collect();
        let bye = round.bye.map_or("-".to_owned(), |player| player.to_string());
        println!("round {} {} {bye}", numbers.join(","), pairings(&round, &before, &swiss.points));
    }
}

fn pairings(round: &SwissRound, before: &[u32], after: &[u32]) -> String {
    let gained = |player: usize| after[player] - before[player];
    let text = round
        .pairings
        .iter()
        .map(|it| format!("{}-{}:{}-{}", it.south, it.north, gained(it.south), gained(it.north)));
    text.collect::<Vec<_>>().join(",")
}
