//! Checks the rules pages: every section that is a rule names tests, and these tests exist.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use ikibuguzo_engine::Ruleset;

const SHARED_PAGE: &str = include_str!("../../../docs/rules/README.md");

/// The shared page and those of all games, by name.
fn pages() -> impl Iterator<Item = (&'static str, &'static str)> {
    let games = Ruleset::STANDARD.map(|ruleset| (ruleset.name(), ruleset.rules_page().text));
    [("README", SHARED_PAGE)].into_iter().chain(games)
}

/// Titles of sections without rules.
const EXPLANATIONS: [&str; 6] = [
    "The three marks",
    "Worked example",
    "Worked examples",
    "Checking an implementation",
    "Tests",
    "Sources",
];

/// The numbers of all sections that are rules, such as `4.1`.
fn paragraphs(page: &str) -> Vec<&str> {
    let mut rules = true;
    let mut paragraphs = Vec::new();
    for line in page.lines() {
        if let Some(section) = line.strip_prefix("## ") {
            rules = !EXPLANATIONS.iter().any(|title| section.ends_with(title));
        }
        let number = line.strip_prefix("### ").and_then(|heading| heading.split(' ').next());
        // This section explains a notation.
        paragraphs.extend(number.filter(|_| rules && !line.ends_with("Laps in the examples")));
    }
    paragraphs
}

/// The rows of the table of tests: a section number and the names of its tests.
fn rows(page: &str) -> Vec<(&str, Vec<&str>)> {
    fn names(tests: &str) -> Vec<&str> {
        tests.split('`').skip(1).step_by(2).collect()
    }
    let table = page.split("Tests\n\nEach paragraph").nth(1).expect("the table of tests");
    let rows = table.lines().filter_map(|line| line.strip_prefix("| ")?.split_once(" | "));
    let numbered = rows.filter(|(paragraph, _)| paragraph.starts_with(|c: char| c.is_ascii_digit()));
    numbered.map(|(paragraph, tests)| (paragraph, names(tests))).collect()
}

/// Collects the names of all tests in a folder.
fn tests(folder: &Path, names: &mut HashSet<String>) {
    for entry in fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()) {
        if entry.is_dir() {
            tests(&entry, names);
        } else if entry.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&entry).expect("text");
            let marked = text.split("test]\n").chain(text.split("worker_threads = 2)]\n")).skip(1);
            let name = |rest: &str| {
                Some(
                    rest.trim_start()
                        .trim_start_matches("async ")
                        .strip_prefix("fn ")?
                        .split('(')
                        .next()?
                        .to_owned(),
                )
            };
            names.extend(marked.filter_map(name));
        }
    }
}

#[test]
fn every_rule_names_tests_that_exist() {
    let mut names = HashSet::new();
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace");
    let crates = ["engine", "protocol", "game", "store", "pages", "server", "client-cli", "testing"];
    let folders =
        crates.into_iter().flat_map(|name| ["src", "tests"].map(|part| workspace.join(name).join(part)));
    // Not every crate has both.
    for folder in folders.filter(|folder| folder.is_dir()) {
        tests(&folder, &mut names);
    }
    for (name, page) in pages() {
        let rows = rows(page);
        let listed: Vec<&str> = rows.iter().map(|(paragraph, _)| *paragraph).collect();
        assert_eq!(listed, paragraphs(page), "{name}");
        for (paragraph, tests) in rows {
            assert!(!tests.is_empty(), "{name} {paragraph}");
            for test in tests {
                assert!(names.contains(test), "{name} {paragraph}: there is no test {test}");
            }
        }
    }
}
