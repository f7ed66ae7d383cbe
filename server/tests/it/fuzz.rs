//! The fuzz targets without a fuzzer: for each target every seed, and inputs made from the seeds.

use fastrand::Rng;
use ikibuguzo_testing::repetitions;

#[path = "../../../engine/fuzz/inputs.rs"]
mod inputs;
#[path = "../../fuzz/laws.rs"]
mod laws;

#[test]
fn any_bytes_as_a_request_are_answered() {
    run("request", laws::request);
}

#[test]
fn any_bytes_as_frames_are_answered() {
    run("frames", laws::frames);
}

fn run(name: &str, law: fn(&laws::FuzzServer, &[u8])) {
    let server = laws::FuzzServer::start();
    let seeds = inputs::seeds(name);
    seeds.iter().for_each(|seed| law(&server, seed));
    let mut rng = Rng::with_seed(31);
    // Each input is a connection to the whole server.
    for _ in 0..repetitions(10_000) {
        law(&server, &inputs::mutated(&seeds, &mut rng));
    }
}
