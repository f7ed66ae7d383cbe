//! The fuzz targets without a fuzzer: for each target every seed, and 10,000 inputs made from the seeds.

use fastrand::Rng;

#[path = "../../engine/fuzz/inputs.rs"]
mod inputs;
#[path = "../fuzz/laws.rs"]
mod laws;

/// Mutated inputs for each target. Each is a connection to the whole server.
const INPUTS: usize = 10_000;

#[test]
fn any_bytes_as_a_request_are_answered() {
    run("request", laws::request);
}

#[test]
fn any_bytes_as_frames_are_answered() {
    run("frames", laws::frames);
}

fn run(name: &str, law: fn(&laws::FuzzServer, &[u8])) {
    let (server, seeds) = (laws::FuzzServer::start(), inputs::seeds(name));
    seeds.iter().for_each(|seed| law(&server, seed));
    let mut rng = Rng::with_seed(31);
    for _ in 0..INPUTS {
        law(&server, &inputs::mutated(&seeds, &mut rng));
    }
}
