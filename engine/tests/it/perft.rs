//! Checks the counts of `tests/data/*.perft`, on which two independent implementations agree.

use ikibuguzo_engine::{Game, perft};

const ALL: [&str; 4] = [
    include_str!("../data/ikibuguzo.perft"),
    include_str!("../data/kubuguza.perft"),
    include_str!("../data/njombwa.perft"),
    include_str!("../data/azigo.perft"),
];

/// The lines `depth count` after the line of a rulespec.
fn counts(rulespec: &str) -> Vec<(u32, u64)> {
    let lines = ALL.iter().flat_map(|file| file.lines().chain([""]));
    let pair = |line: &str| {
        let (depth, count) = line.split_once(' ')?;
        Some((depth.parse().ok()?, count.parse().ok()?))
    };
    lines.skip_while(|line| *line != rulespec).skip(1).map_while(pair).collect()
}

#[track_caller]
fn check(rulespec: &str, deepest: u32) {
    let game = Game::from_rulespec(rulespec).expect("a rulespec");
    let expected = counts(rulespec);
    assert_eq!(expected.last().map(|(depth, _)| *depth), Some(deepest));
    for (depth, count) in expected {
        assert_eq!(perft(&game, depth), count, "{rulespec} at depth {depth}");
    }
}

#[test]
fn ikibuguzo_with_both_first_arrays() {
    check("ikibuguzo:first", 13);
}

#[test]
fn ikibuguzo_with_both_second_arrays() {
    check("ikibuguzo:second", 22);
}

#[test]
fn ikibuguzo_with_south_first_and_north_second() {
    check("ikibuguzo:first-second", 16);
}

#[test]
fn ikibuguzo_with_south_second_and_north_first() {
    check("ikibuguzo:second-first", 17);
}

#[test]
fn kubuguza() {
    check("kubuguza", 8);
}

#[test]
fn njombwa_on_eight_nine_and_ten_columns() {
    check("njombwa:8", 28);
    check("njombwa:9", 32);
    check("njombwa:10", 34);
}

#[test]
fn azigo() {
    check("azigo", 6);
    check("azigo:own-row", 6);
    check("azigo:handicap=south", 6);
}

#[test]
fn an_unknown_rulespec_is_refused_with_a_list_of_all_rulespecs() {
    let exist = "ikibuguzo:first, ikibuguzo:second, ikibuguzo:first-second, ikibuguzo:second-first, \
                 kubuguza, njombwa:8, njombwa:9, njombwa:10, azigo, azigo:own-row, azigo:handicap=south, \
                 azigo:handicap=south,own-row, azigo:handicap=north, azigo:handicap=north,own-row";
    for unknown in ["", "ikibuguzo", "ikibuguzo:choice", "ikibuguzo:first-first", "njombwa", "chess"] {
        let error = Game::from_rulespec(unknown).expect_err(unknown);
        assert_eq!(error.to_string(), format!("there is no such rulespec; there are: {exist}"));
    }
}
