//! The layers of the workspace: which crate may depend on what. Normal dependencies with all features count.

use std::collections::BTreeSet;
use std::process::Command;

/// Crates that need a runtime, do HTTP or use a database.
const IO: &[&str] = &["axum", "hyper", "reqwest", "rusqlite", "sqlx", "tokio", "ureq"];

/// Crates that a crate must not depend on, neither directly nor through others.
const FORBIDDEN: &[(&str, &[&str])] = &[
    ("ikibuguzo-protocol", IO),
    ("ikibuguzo-game", IO),
    ("ikibuguzo-browser", IO),
    ("ikibuguzo-browser-module", IO),
    ("ikibuguzo-store", &["axum", "hyper", "maud"]),
    ("ikibuguzo-pages", IO),
    ("ikibuguzo-bot", IO),
    ("ikibuguzo-rating", IO),
    ("ikibuguzo-tournament", IO),
    ("ikibuguzo-bundler", IO),
];

/// Crates that a crate must not depend on directly: they belong to another layer.
const FORBIDDEN_DIRECTLY: &[(&str, &[&str])] = &[
    ("ikibuguzo-cli", &["axum", "maud", "rusqlite", "sqlx"]),
    ("ikibuguzo-loadtest", &["axum", "maud", "rusqlite", "sqlx"]),
    ("ikibuguzo-server", &["maud", "pulldown-cmark", "qrcode"]),
    ("ikibuguzo-testing", &["axum", "maud", "rusqlite"]),
];

/// The crates of this workspace that a crate may depend on directly.
const ALLOWED_LAYERS: &[(&str, &[&str])] = &[
    ("ikibuguzo-engine", &[]),
    ("ikibuguzo-protocol", &["engine"]),
    ("ikibuguzo-game", &["engine", "bot", "protocol"]),
    ("ikibuguzo-browser", &["engine", "bot", "protocol", "game"]),
    ("ikibuguzo-browser-module", &["browser"]),
    ("ikibuguzo-store", &["engine", "protocol", "game", "rating"]),
    ("ikibuguzo-pages", &["engine", "protocol"]),
    (
        "ikibuguzo-server",
        &["engine", "bot", "protocol", "game", "store", "pages", "rating", "tournament", "bundler"],
    ),
    ("ikibuguzo-cli", &["engine", "bot", "protocol", "game"]),
    ("ikibuguzo-loadtest", &["engine", "bot", "protocol"]),
    ("ikibuguzo-bot", &["engine"]),
    ("ikibuguzo-rating", &["engine"]),
    ("ikibuguzo-tournament", &["engine"]),
    ("ikibuguzo-bundler", &[]),
];

/// The names of the crates that a crate depends on, up to this depth.
fn dependencies(package: &str, depth: &str) -> BTreeSet<String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["tree", "--locked", "--all-features", "--edges", "normal", "--prefix", "none"])
        .args(["--format", "{p}", "--package", package, "--depth", depth])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo");
    assert!(output.status.success(), "{package}: {}", String::from_utf8_lossy(&output.stderr));
    let tree = String::from_utf8(output.stdout).expect("UTF-8");
    let names = tree.lines().filter_map(|line| line.split(' ').next());
    names.filter(|name| *name != package && !name.is_empty()).map(str::to_owned).collect()
}

fn expect_none(package: &str, dependencies: &BTreeSet<String>, forbidden: &[&str]) {
    let found: Vec<_> = forbidden.iter().filter(|name| dependencies.contains(**name)).collect();
    assert!(found.is_empty(), "{package} must not depend on {found:?}");
}

#[test]
fn the_engine_has_no_dependencies() {
    assert_eq!(dependencies("ikibuguzo-engine", "1000"), BTreeSet::new());
}

#[test]
fn the_pure_crates_depend_on_no_runtime_http_or_database() {
    for (package, forbidden) in FORBIDDEN {
        expect_none(package, &dependencies(package, "1000"), forbidden);
    }
}

#[test]
fn a_library_of_another_layer_is_no_direct_dependency() {
    for (package, forbidden) in FORBIDDEN_DIRECTLY {
        expect_none(package, &dependencies(package, "1"), forbidden);
    }
}

#[test]
fn dependencies_between_the_crates_point_down() {
    for (package, allowed) in ALLOWED_LAYERS {
        let direct = dependencies(package, "1");
        let own: BTreeSet<&str> = direct.iter().filter_map(|name| name.strip_prefix("ikibuguzo-")).collect();
        let allowed: BTreeSet<&str> = allowed.iter().copied().collect();
        assert!(
            own.is_subset(&allowed),
            "{package} depends on {own:?}, of which only {allowed:?} are allowed"
        );
    }
}
