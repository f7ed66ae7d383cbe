//! The fuzz targets without a fuzzer: every seed of the corpus, and 100,000 inputs made from them for each target.

use std::fs;
use std::path::Path;

use fastrand::Rng;

#[path = "../fuzz/laws.rs"]
mod laws;

/// Inputs made for each target.
const INPUTS: usize = 100_000;

/// No input is longer.
const LONGEST: usize = 1_000;

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
    let seeds = seeds(name);
    seeds.iter().for_each(|seed| law(seed));
    let mut rng = Rng::with_seed(31);
    for _ in 0..INPUTS {
        law(&mutated(&seeds, &mut rng));
    }
}

fn seeds(name: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/seeds").join(name);
    let files = fs::read_dir(&folder).expect("the seeds").map(|file| file.expect("a file").path());
    let mut files: Vec<_> = files.collect();
    files.sort();
    assert!(files.len() >= 5, "{} has {} seeds", folder.display(), files.len());
    files.into_iter().map(|file| fs::read(file).expect("a seed")).collect()
}

/// A seed with a few bytes changed, taken out, put in, or followed by the end of another seed.
fn mutated(seeds: &[Vec<u8>], rng: &mut Rng) -> Vec<u8> {
    let mut input = rng.choice(seeds).expect("seeds").clone();
    for _ in 0..rng.usize(1..6) {
        let place = rng.usize(..=input.len());
        match rng.u8(..5) {
            0 if place < input.len() => input[place] ^= 1 << rng.u8(..8),
            1 if place < input.len() => drop(input.remove(place)),
            2 => input.insert(place, rng.u8(..)),
            3 if place < input.len() => {
                input[place] = *rng.choice(b"0123456789,-. :/<*>?ANat\"\\[]{}").expect("one");
            }
            _ => {
                let other = rng.choice(seeds).expect("seeds");
                input.truncate(place);
                input.extend(&other[rng.usize(..=other.len())..]);
            }
        }
    }
    input.truncate(LONGEST);
    input
}
