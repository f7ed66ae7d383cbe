//! The fuzz targets without a fuzzer: every seed of the corpus, and 20,000 inputs made from them for each target.

use fastrand::Rng;

#[path = "../../engine/fuzz/inputs.rs"]
mod inputs;
#[path = "../fuzz/laws.rs"]
mod laws;

/// Inputs made for each target: each is a connection to the whole server.
const INPUTS: usize = 20_000;

#[test]
fn any_bytes_as_a_request() {
    run("request", laws::request);
}

#[test]
fn any_bytes_as_frames() {
    run("frames", laws::frames);
}

fn run(name: &str, law: fn(&laws::Server, &[u8])) {
    let (server, seeds) = (laws::Server::start(), inputs::seeds(name));
    seeds.iter().for_each(|seed| law(&server, seed));
    let mut rng = Rng::with_seed(31);
    for _ in 0..INPUTS {
        law(&server, &inputs::mutated(&seeds, &mut rng));
    }
}
