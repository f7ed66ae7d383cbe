//! Runs the law of every fuzz target on all its seeds and on inputs mutated from them.

use fastrand::Rng;

#[path = "../../fuzz/inputs.rs"]
mod inputs;
#[path = "../../fuzz/laws.rs"]
mod laws;

/// Number of mutated inputs for each target.
const INPUTS: usize = 100_000;

#[test]
fn any_bytes_as_an_action() {
    run("action");
}

#[test]
fn any_bytes_as_a_position() {
    run("position");
}

#[test]
fn any_bytes_as_records() {
    run("record");
}

#[test]
fn any_bytes_as_actions_on_any_game() {
    run("play");
}

fn run(name: &str) {
    let (_, law) = laws::TARGETS.into_iter().find(|(target, _)| *target == name).expect("a target");
    let seeds = inputs::seeds(name);
    seeds.iter().for_each(|seed| law(seed));
    let mut rng = Rng::with_seed(31);
    for _ in 0..INPUTS {
        law(&inputs::mutated(&seeds, &mut rng));
    }
}
