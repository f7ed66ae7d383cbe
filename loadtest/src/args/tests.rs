use super::*;

fn parse(line: &str) -> Result<LoadOptions, clap::Error> {
    let words = ["ikibuguzo-loadtest", "closed"].into_iter().chain(line.split(' '));
    match Arguments::try_parse_from(words)?.mode {
        Mode::Closed { options } => Ok(options),
        other => panic!("{other:?} is not closed"),
    }
}

#[test]
fn games_share_sockets() {
    let sockets = |line: &str| parse(line).expect("valid arguments").socket_count();
    assert_eq!(sockets("--games 100 --spare 28"), 256);
    assert_eq!(sockets("--games 100 --spare 28 --games-per-socket 32"), 8);
    assert_eq!(sockets("--games 100 --spare 29 --games-per-socket 32"), 10);
    assert_eq!(sockets("--games 3 --spare 0 --games-per-socket 2 --spectators 2"), 4 + 6);
    assert_eq!(sockets("--games 3 --spare 0 --games-per-socket 2 --spectators 2 --one-watched"), 4 + 2);
}

#[test]
fn all_four_games_are_played_by_default_if_there_are_enough_slots() {
    let used_rules = |line: &str| -> Vec<String> {
        parse(line).expect("valid arguments").used_rules().iter().map(Ruleset::to_string).collect()
    };
    assert_eq!(used_rules("--games 100"), ["ikibuguzo:choice", "kubuguza", "njombwa:8", "azigo"]);
    assert_eq!(used_rules("--games 2"), ["ikibuguzo:choice", "kubuguza"]);
    assert_eq!(used_rules("--games 9 --rules azigo --rules njombwa:10"), ["azigo", "njombwa:10"]);
}

#[test]
fn a_socket_has_at_most_as_many_games_as_the_server_lets_it_follow() {
    for count in [0, 33] {
        assert!(parse(&format!("--games 1 --games-per-socket {count}")).is_err());
    }
}
