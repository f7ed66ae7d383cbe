use std::process::ExitCode;

use clap::Args;

/// The environment variable that makes tests repeat random things as often as they can afford. `.ci/full` sets it.
pub const FULL_TESTS: &str = "IKIBUGUZO_FULL_TESTS";

/// The options of Rust's test harness that cargo and nextest pass to every test program, for a program with one test
/// and its own options.
#[derive(Clone, Debug, Args)]
pub struct HarnessOptions {
    /// Names of tests to run; all without one
    #[arg(hide = true)]
    filters: Vec<String>,
    #[arg(long, hide = true)]
    exact: bool,
    #[arg(long, hide = true)]
    skip: Vec<String>,
    #[arg(long, hide = true)]
    list: bool,
    #[arg(long, hide = true)]
    ignored: bool,
    #[arg(long, hide = true)]
    include_ignored: bool,
    #[arg(long, short, hide = true)]
    quiet: bool,
    #[arg(long, hide = true, alias = "no-capture")]
    nocapture: bool,
    #[arg(long, hide = true)]
    show_output: bool,
    #[arg(long, hide = true)]
    format: Option<String>,
    #[arg(long, hide = true)]
    color: Option<String>,
    #[arg(long, hide = true)]
    test_threads: Option<usize>,
}

impl HarnessOptions {
    /// Runs or lists the program's one test, as the options require. The test returns its violations.
    pub async fn run(&self, name: &str, test: impl Future<Output = Vec<String>>) -> ExitCode {
        let is_chosen = self.is_chosen(name);
        if self.list {
            if is_chosen {
                println!("{name}: test");
            }
            return ExitCode::SUCCESS;
        }
        if !is_chosen {
            println!("\nrunning 0 tests\n\ntest result: ok. 0 passed; 0 failed");
            return ExitCode::SUCCESS;
        }
        println!("\nrunning 1 test");
        report(&test.await)
    }

    /// Whether the options choose the test of this name.
    fn is_chosen(&self, name: &str) -> bool {
        let matches =
            |filter: &String| if self.exact { filter == name } else { name.contains(filter.as_str()) };
        let is_named = self.filters.is_empty() || self.filters.iter().any(matches);
        is_named && !self.skip.iter().any(matches) && (!self.ignored || self.include_ignored)
    }
}

/// How often a test repeats something random: `full` times if [`FULL_TESTS`] is set, else a tenth of it, but at least once.
pub fn repetitions(full: usize) -> usize {
    if std::env::var_os(FULL_TESTS).is_some() { full } else { full.div_ceil(10) }
}

fn report(violations: &[String]) -> ExitCode {
    for violation in violations {
        println!("WRONG: {violation}");
    }
    let (passed, failed) = if violations.is_empty() { (1, 0) } else { (0, 1) };
    println!("test result: {}. {passed} passed; {failed} failed", if failed == 0 { "ok" } else { "FAILED" });
    ExitCode::from(failed)
}
