//! Runs the law of the fuzz target on every seed and on inputs mutated from the seeds.

use fastrand::Rng;

#[path = "../../../engine/fuzz/inputs.rs"]
mod inputs;
#[path = "../../fuzz/laws.rs"]
mod laws;

/// Number of mutated inputs.
const INPUTS: usize = 100_000;

#[test]
fn any_bytes_as_a_client_message() {
    let seeds = inputs::seeds("client_message");
    seeds.iter().for_each(|seed| laws::client_message(seed));
    let mut rng = Rng::with_seed(31);
    for _ in 0..INPUTS {
        laws::client_message(&inputs::mutated(&seeds, &mut rng));
    }
}
