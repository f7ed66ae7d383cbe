//! The fuzz target without a fuzzer: every seed of the corpus, and 100,000 inputs made from them.

use fastrand::Rng;

#[path = "../../engine/fuzz/inputs.rs"]
mod inputs;
#[path = "../fuzz/laws.rs"]
mod laws;

/// Inputs made.
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
