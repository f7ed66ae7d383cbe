use ikibuguzo_testing::{NatsServer, TestDatabase, fake_time_setup};

use crate::fault::FaultKind;

/// Looks for what the campaign needs, says what is left out, and removes the faults that cannot be made. If nothing can run,
/// returns the violations: one for each program that CI lacks.
///
/// Without a database the tests of this run are those on SQLite, in CI too: it runs them on Postgres in another step.
pub(crate) fn missing(faults: &mut Vec<FaultKind>) -> Result<(), Vec<String>> {
    if std::env::var(TestDatabase::VARIABLE).is_err() {
        println!(
            "\nLEFT OUT: several servers on one Postgres while they fail. To run them:\n  \
             {}=postgres://USER@HOST/DATABASE cargo test -p ikibuguzo-server --test weather",
            TestDatabase::VARIABLE
        );
        return Err(Vec::new());
    }
    if !NatsServer::is_installed() {
        return Err(left_out("several servers while they fail", "nats-server"));
    }
    let needs_faketime = [FaultKind::Clock, FaultKind::All];
    if faults.iter().any(|fault| needs_faketime.contains(fault)) && fake_time_setup("+0s").is_none() {
        let violations = left_out("servers with a wrong clock", "faketime");
        if !violations.is_empty() {
            return Err(violations);
        }
        faults.retain(|fault| !needs_faketime.contains(fault));
    }
    Ok(())
}

/// Says that a program is not installed. In CI that is a violation.
fn left_out(what: &str, program: &str) -> Vec<String> {
    println!("\nLEFT OUT: {what}. Install the Debian package {program}.");
    let is_ci = std::env::var_os("CI").is_some();
    is_ci.then(|| format!("CI has no {program}")).into_iter().collect()
}
