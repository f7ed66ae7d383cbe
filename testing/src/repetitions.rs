/// The environment variable that makes tests repeat random things as often as they can afford. `.ci/full` sets it.
pub const FULL_TESTS: &str = "IKIBUGUZO_FULL_TESTS";

/// How often a test repeats something random: `full` times if [`FULL_TESTS`] is set, else a tenth of it, but at least once.
pub fn repetitions(full: usize) -> usize {
    if std::env::var_os(FULL_TESTS).is_some() { full } else { full.div_ceil(10) }
}
