//! Inputs for the fuzz laws of every crate without a fuzzer: the seeds, and mutations of them.

use std::fs;
use std::path::Path;

use fastrand::Rng;

/// Largest length of an input, in bytes.
const MAX_INPUT_LENGTH: usize = 1_000;

/// Reads the seeds of a fuzz target of the crate under test.
pub(crate) fn seeds(name: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/seeds").join(name);
    let files = fs::read_dir(&folder).expect("the seeds").map(|file| file.expect("a file").path());
    let mut files: Vec<_> = files.collect();
    files.sort();
    assert!(files.len() >= 5, "{} has {} seeds", folder.display(), files.len());
    files.into_iter().map(|file| fs::read(file).expect("a seed")).collect()
}

/// Makes an input from a seed: changes, removes or inserts a few bytes, or appends the end of another seed.
pub(crate) fn mutated(seeds: &[Vec<u8>], rng: &mut Rng) -> Vec<u8> {
    let mut input = rng.choice(seeds).expect("seeds").clone();
    for _ in 0..rng.usize(1..6) {
        let index = rng.usize(..=input.len());
        match rng.u8(..5) {
            0 if index < input.len() => input[index] ^= 1 << rng.u8(..8),
            1 if index < input.len() => drop(input.remove(index)),
            2 => input.insert(index, rng.u8(..)),
            3 if index < input.len() => {
                input[index] = *rng.choice(b"0123456789,-. :/<*>?ANat\"\\[]{}").expect("one");
            }
            _ => {
                let other = rng.choice(seeds).expect("seeds");
                input.truncate(index);
                input.extend(&other[rng.usize(..=other.len())..]);
            }
        }
    }
    input.truncate(MAX_INPUT_LENGTH);
    input
}
