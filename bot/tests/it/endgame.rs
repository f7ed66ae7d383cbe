//! Endgame tables against searches, in play, and in files.

use fastrand::Rng;
use ikibuguzo_bot::{
    Budget, EndgameFileError, EndgameTable, EndgameTables, EndgameValue, Level, Player, Searcher, SeenGame,
    Settings, Task,
};
use ikibuguzo_engine::{BySeat, Position, Ruleset, Seat, Setup};

/// Number of holes of a side.
const SIDE: usize = 16;

fn njombwa() -> Ruleset {
    "njombwa:8".parse().expect("rules")
}

fn table(counters: u8) -> EndgameTable {
    EndgameTable::build(njombwa(), counters, &mut |_| {}).expect("a table")
}

/// A position with these holes in which South is to move.
fn position(holes: &BySeat<Vec<u8>>) -> Position {
    let ruleset = njombwa();
    let stores = BySeat::default();
    let setup = Setup { ruleset, holes: holes.clone(), stores, to_move: Seat::South };
    Position::from_setup(&setup).expect("a board of the game")
}

/// A position with this many counters in random holes.
fn random_position(rng: &mut Rng, counters: u8) -> Position {
    let mut holes = BySeat::new(vec![0; SIDE], vec![0; SIDE]);
    for _ in 0..counters {
        holes[*rng.choice(&Seat::ALL).expect("two seats")][rng.usize(..SIDE)] += 1;
    }
    position(&holes)
}

/// Compares the table with a search without it, in random positions, until the search has seen the end in this many.
fn compare_with_search(ends: usize, depth: u8) {
    let tables = EndgameTables::from_iter([table(5)]);
    let mut rng = Rng::with_seed(1);
    let mut searcher = Searcher::new(Settings {
        exact_depth: true,
        full_actions: u8::MAX,
        margin: None,
        ..Settings::default()
    });
    let mut seen_ends = 0;
    while seen_ends < ends {
        let position = random_position(&mut rng, 5);
        let budget = Budget { depth, ..Budget::of_nodes(20_000) };
        let Some(found) = searcher.search(Task::new(&position, budget), &mut || false) else { continue };
        let turns = match tables.value_of(&position).expect("it is in the table") {
            EndgameValue::Win(turns) => i32::from(turns),
            EndgameValue::Loss(turns) => -i32::from(turns),
            EndgameValue::Draw => 0,
        };
        if found.value.is_decided() {
            let distance = ikibuguzo_bot::Value::WIN.0 - found.value.0.abs();
            assert_eq!(turns, distance * found.value.0.signum(), "{position}");
            seen_ends += 1;
        } else {
            assert!(
                turns == 0 || turns.abs() > i32::from(found.depth),
                "{position}: the search missed {turns}"
            );
        }
    }
}

#[test]
fn a_search_to_the_end_finds_the_values_of_the_table() {
    compare_with_search(1_000, 12);
}

#[test]
#[ignore = "the same with 10,000 ends; .ci/full runs it"]
fn a_search_to_10_000_ends_finds_the_values_of_the_table() {
    compare_with_search(10_000, 12);
}

#[test]
fn players_with_the_table_end_a_game_in_as_many_turns_as_it_says() {
    let tables = EndgameTables::from_iter([table(5)]);
    let mut rng = Rng::with_seed(2);
    for _ in 0..40 {
        let mut position = random_position(&mut rng, 5);
        let Some(EndgameValue::Win(turns) | EndgameValue::Loss(turns)) = tables.value_of(&position) else {
            continue;
        };
        let mut players = BySeat::from_fn(|_| Player::new(Level::STRONGEST, 1).with_endgame_tables(&tables));
        while let Some(seat) = position.to_move() {
            let seen = SeenGame::new(&position, seat, true);
            let action = players[seat].choose(&seen, &mut || false).expect("a legal action");
            position.advance(action).expect("legal");
        }
        assert_eq!(position.turns(), u32::from(turns));
    }
}

#[test]
fn a_position_is_not_in_the_table_during_the_opening_or_near_the_limit_of_quiet_turns() {
    let tables = EndgameTables::from_iter([table(3)]);
    let mut holes = BySeat::new(vec![0; SIDE], vec![0; SIDE]);
    (holes.south[3], holes.north[12]) = (2, 1);
    let known = position(&holes);
    let value = tables.value_of(&known).expect("it is in the table");
    assert_ne!(value, EndgameValue::Draw);
    holes.south[4] = 1;
    assert_eq!(tables.value_of(&position(&holes)), None, "it has four counters");
    let start = ikibuguzo_engine::Game::from_rulespec("njombwa:8").expect("a game");
    assert_eq!(tables.value_of(start.position()), None, "it is the opening");
    let text = known.to_string();
    let late: Position =
        text.replacen(" 0 ", " 199 ", 1).parse().unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!((late.quiet_turns(), tables.value_of(&late)), (199, None));
}

#[test]
fn a_table_survives_its_file() {
    let table = table(4);
    let mut file = Vec::new();
    table.write_to(&mut file).expect("it is written");
    let read = EndgameTable::read_from(&file[..]).expect("it is read");
    assert_eq!((read.ruleset(), read.counters(), read.positions()), (njombwa(), 4, table.positions()));
    let mut rng = Rng::with_seed(3);
    let tables = [table, read].map(|table| EndgameTables::from_iter([table]));
    for _ in 0..1_000 {
        let position = random_position(&mut rng, 4);
        assert_eq!(tables[0].value_of(&position), tables[1].value_of(&position));
    }
}

#[test]
fn a_file_that_is_no_whole_table_is_refused() {
    let mut file = Vec::new();
    table(3).write_to(&mut file).expect("it is written");
    let read = |bytes: &[u8]| EndgameTable::read_from(bytes).map(drop).expect_err("it is refused");
    assert!(matches!(read(&file[..file.len() - 1]), EndgameFileError::WrongLength));
    assert!(matches!(read(&[&file[..], &[0]].concat()), EndgameFileError::WrongLength));
    for other in ["", "\n", "an image", "ikibuguzo-endgame-table 1 kubuguza 3\n", &"x".repeat(1_000)] {
        assert!(matches!(read(other.as_bytes()), EndgameFileError::NotATable), "{other}");
    }
    let later = format!("ikibuguzo-endgame-table {} njombwa:8 3\n", Ruleset::VERSION + 1);
    assert!(matches!(read(later.as_bytes()), EndgameFileError::OtherRules));
}
