//! Whether the module in `web/` was built from the sources beside it.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use sha2::{Digest, Sha256};

/// The list that `browser/build.sh` has this test write.
const LIST: &str = "web/local-server/module.sources";

/// The crates of this workspace that the module contains.
const CRATES: [&str; 6] = ["engine", "bot", "protocol", "game", "browser", "browser/module"];

/// What the module depends on beside the sources of the crates.
const OTHER_FILES: [&str; 2] = ["browser/build.sh", "web/local-server/module.wasm"];

#[test]
fn the_module_was_built_from_these_sources() {
    let sources = list_sources();
    if std::env::var_os("IKIBUGUZO_MODULE_IS_BUILT").is_some() {
        let text: String = sources.iter().map(|line| format!("{line}\n")).collect();
        return fs::write(root().join(LIST), text).expect("a file that can be written");
    }
    let text = fs::read_to_string(root().join(LIST)).expect("a list of sources");
    let listed: BTreeSet<String> = text.lines().map(str::to_owned).collect();
    let changed: BTreeSet<&str> = sources.symmetric_difference(&listed).map(|line| name_in(line)).collect();
    assert!(
        changed.is_empty(),
        "web/local-server/module.wasm was built from other versions of {changed:?}: run browser/build.sh"
    );
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// One line for each file and each package from the registry.
fn list_sources() -> BTreeSet<String> {
    let mut files: Vec<String> = OTHER_FILES.map(str::to_owned).to_vec();
    for name in CRATES {
        files.push(format!("{name}/Cargo.toml"));
        add_files(&format!("{name}/src"), &mut files);
    }
    let mut sources: BTreeSet<String> = files.iter().map(|file| line_of(file)).collect();
    sources.extend(packages());
    sources
}

/// Adds the files below a folder, without those that are only compiled for tests.
fn add_files(folder: &str, files: &mut Vec<String>) {
    for entry in fs::read_dir(root().join(folder)).expect(folder) {
        let entry = entry.expect("an entry");
        let name = entry.file_name().into_string().expect("UTF-8");
        let path = format!("{folder}/{name}");
        match entry.file_type().expect("a type").is_dir() {
            _ if matches!(name.as_str(), "tests" | "tests.rs" | "testing.rs") => {}
            true => add_files(&path, files),
            false => files.push(path),
        }
    }
}

fn line_of(file: &str) -> String {
    let content = fs::read(root().join(file)).expect(file);
    let digest = Sha256::digest(content);
    format!("{file} {}", digest.iter().map(|byte| format!("{byte:02x}")).collect::<String>())
}

/// The packages from the registry that the module is built from, with their versions.
fn packages() -> Vec<String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["tree", "--locked", "--package", "ikibuguzo-browser-module", "--edges", "normal"])
        .args(["--target", "wasm32-unknown-unknown", "--prefix", "none", "--format", "{p}", "--no-dedupe"])
        .current_dir(root())
        .output()
        .expect("cargo");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let tree = String::from_utf8(output.stdout).expect("UTF-8");
    // Those of the workspace have a path.
    let registry = tree.lines().filter(|line| !line.contains('/') && !line.is_empty());
    registry.map(|line| line.trim_end_matches(" (proc-macro)").to_owned()).collect()
}

fn name_in(line: &str) -> &str {
    line.split(' ').next().unwrap_or(line)
}
