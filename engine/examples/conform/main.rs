//! Replays vector files: `cargo run --release -p ikibuguzo-engine --example conform -- FILE…`.
//!
//! Prints the first difference of each line that differs, then `N conform, M differ`. The exit code is 1 if M > 0, and 2 if
//! a file cannot be read.

mod replay;

use std::process::ExitCode;

fn main() -> ExitCode {
    let files: Vec<String> = std::env::args().skip(1).collect();
    if files.is_empty() {
        eprintln!("usage: conform FILE…");
        return ExitCode::from(2);
    }
    match conform(&files) {
        Ok((conform, differ)) => {
            println!("{conform} conform, {differ} differ");
            ExitCode::from(u8::from(differ > 0))
        }
        Err(message) => {
            eprintln!("conform: {message}");
            ExitCode::from(2)
        }
    }
}

fn conform(files: &[String]) -> Result<(usize, usize), String> {
    let mut conform = 0;
    let mut differ = 0;
    for file in files {
        let text = std::fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
        for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()) {
            let vector = serde_json::from_str(line).map_err(|error| format!("{file}:{number}: {error}"))?;
            match replay::replay(&vector) {
                Ok(()) => conform += 1,
                Err(difference) => {
                    println!("{file}:{number}: {difference}");
                    differ += 1;
                }
            }
        }
    }
    Ok((conform, differ))
}
