//! Positions in which players see a draw.

use crate::random_games::{RULESPECS, new_game, random_action};
use fastrand::Rng;
use ikibuguzo_bot::{EndgameTable, EndgameTables, Level, Player, SeenGame};
use ikibuguzo_engine::{Position, Seat};

fn players() -> [Player; 8] {
    Level::ALL.map(|level| Player::new(level, 1))
}

fn read_position(text: &str) -> Position {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The numbers of the levels whose player takes the position for a draw.
fn levels_that_see_draw(players: &[Player], position: &Position) -> Vec<u8> {
    let seat = position.to_move().expect("in play");
    levels_that_see_draw_in(players, |level| SeenGame::new(position, seat, level.counts_stores()))
}

/// Whether a player sees a draw in a game with a past.
fn levels_that_see_draw_in(players: &[Player], game: impl Fn(Level) -> SeenGame) -> Vec<u8> {
    let see_draw = |player: &&Player| player.sees_draw(&game(player.level()), &mut || false);
    players.iter().filter(see_draw).map(|player| player.level().number()).collect()
}

#[test]
fn no_level_takes_the_start_of_a_game_for_a_draw() {
    for rulespec in RULESPECS {
        let levels = levels_that_see_draw(&players(), new_game(rulespec).position());
        assert_eq!(levels, [], "{rulespec}");
    }
}

#[test]
fn an_even_position_is_no_draw() {
    // A search of few turns estimates their value as exactly 0.
    for text in [
        "ikibuguzo:second 0,2,0,4,0,5,5,5,0,3,2,1,1,0,0,0 0,2,3,4,4,4,0,6,6,4,0,1,1,1,0,0 - south -/- - 0 18 -",
        "ikibuguzo:second 0,2,3,4,0,5,5,5,0,3,2,1,1,1,0,0 0,2,3,4,4,4,4,4,4,2,1,0,0,0,0,0 - north -/- - 17 17 -",
    ] {
        assert_eq!(levels_that_see_draw(&players(), &read_position(text)), [], "{text}");
    }
}

/// A position in which nobody can capture in the next turns, after this many quiet ones.
fn quiet_position(quiet_turns: u8) -> Position {
    const ROWS: &str = "2,2,2,2,2,2,2,2,0,0,0,0,0,0,0,0";
    read_position(&format!("kubuguza {ROWS} {ROWS} - south -/- - {quiet_turns} 300 -"))
}

#[test]
fn a_draw_by_quiet_turns_is_seen_as_many_turns_ahead_as_a_level_looks() {
    let levels = |quiet_turns| levels_that_see_draw(&players(), &quiet_position(quiet_turns));
    assert_eq!(levels(199), [1, 2, 3, 4, 5, 6, 7, 8]);
    assert_eq!(levels(198), [2, 3, 4, 5, 6, 7, 8]);
    assert_eq!(levels(197), [5, 6, 7, 8]);
    assert_eq!(levels(190), [8]);
    assert_eq!(levels(0), []);
}

#[test]
fn a_player_without_time_sees_no_draw() {
    let seen = SeenGame::new(&quiet_position(190), Seat::South, true);
    assert!(!Player::new(Level::STRONGEST, 1).sees_draw(&seen, &mut || true));
}

#[test]
fn the_third_occurrence_of_a_position_is_a_draw() {
    // A game of Njombwa begins with turns without a choice.
    let mut game = new_game("njombwa:8");
    let positions = [(); 4].map(|()| {
        let position = *game.position();
        game.advance(position.legal_actions()[0]).expect("legal");
        position
    });
    // The numbers of the positions that stood one after the other. The one after the last number comes next.
    let cases: [(&str, &[usize], &[u8]); 4] = [
        ("the second", &[0, 1, 0], &[]),
        ("the third", &[0, 1, 0, 1, 0], &[1, 2, 3, 4, 5, 6, 7, 8]),
        ("the third in two turns", &[2, 3, 2, 3, 0], &[2, 3, 4, 5, 6, 7, 8]),
        ("the third, but with the other seat to move before", &[1, 0, 1, 0, 0], &[]),
    ];
    for (case, past, levels) in cases {
        let mut seen = SeenGame::new(&positions[past[0]], Seat::South, true);
        past[1..].iter().for_each(|number| seen.see(&positions[*number]));
        assert_eq!(levels_that_see_draw_in(&players(), |_| seen.clone()), levels, "{case}");
    }
}

/// A game, now at `position`, in which every position after the next turn stands for the third time.
fn game_before_repetition(position: &Position) -> SeenGame {
    let mut seen = SeenGame::new(position, position.to_move().expect("in play"), true);
    for action in position.iter_actions().flat_map(|action| [action; 2]) {
        let mut after = *position;
        after.advance(action).expect("legal");
        seen.see(&after);
        seen.see(position);
    }
    seen
}

#[test]
fn a_repetition_in_azigo_is_a_draw_if_both_seats_have_equally_many_counters() {
    let even = *new_game("azigo").position();
    let uneven = read_position(
        "azigo 5,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0 45,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0 0,40 south -/- - 0 9 -",
    );
    let levels = |position| levels_that_see_draw_in(&players(), |_| game_before_repetition(position));
    assert_eq!(levels(&even), [1, 2, 3, 4, 5, 6, 7, 8]);
    assert_eq!(levels(&uneven), []);
}

/// A random position of Azigo, this many turns before the limit of turns.
fn late_position_of_azigo(turns_left: u32, rng: &mut Rng) -> Position {
    let mut position = *new_game("azigo").position();
    for _ in 0..rng.usize(40..180) {
        position.advance(random_action(&position, rng)).expect("legal");
    }
    let late = position.turn_limit().expect("a limit") - turns_left;
    let text = position.to_string();
    let turns = position.turns();
    read_position(&text.replacen(&format!(" {turns} -"), &format!(" {late} -"), 1))
}

/// The result for the seat to move if both play best up to the end: 1 for a win, 0 for a draw.
fn best_result(position: &Position) -> i32 {
    let result_of = |action| {
        let mut after = *position;
        after.advance(action).expect("legal");
        let Some(outcome) = after.outcome() else { return -best_result(&after) };
        outcome.winner.map_or(0, |winner| if position.to_move() == Some(winner) { 1 } else { -1 })
    };
    position.iter_actions().map(result_of).max().expect("in play")
}

#[test]
fn players_that_count_see_every_draw_at_the_end_of_azigo_and_no_other() {
    let players = players();
    let mut rng = Rng::with_seed(1);
    let mut draws = 0;
    let counting: Vec<_> = players.iter().map(Player::level).filter(|level| level.counts_stores()).collect();
    for number in 0..600 {
        let position = late_position_of_azigo(1 + number % 3, &mut rng);
        let is_draw = best_result(&position) == 0;
        let expected: Vec<_> = counting.iter().filter(|_| is_draw).map(|level| level.number()).collect();
        assert_eq!(levels_that_see_draw(&players, &position), expected, "{position}");
        draws += u32::from(is_draw);
    }
    assert!((100..500).contains(&draws), "{draws} draws");
}

fn players_with_endgame_table() -> [Player; 8] {
    let table = EndgameTable::build("njombwa:8".parse().expect("rules"), 3, &mut |_| {}).expect("a table");
    let tables = EndgameTables::from_iter([table]);
    players().map(|player| player.with_endgame_tables(&tables))
}

#[test]
fn an_endgame_table_shows_without_a_search_that_a_position_is_no_draw() {
    let known =
        "njombwa:8 0,0,0,1,0,0,0,1,0,0,0,0,0,0,0,0 0,0,0,0,0,0,0,0,1,0,0,0,0,0,0,0 - south -/- - 0 90 -";
    let seen = SeenGame::new(&read_position(known), Seat::South, true);
    let [.., strongest] = players_with_endgame_table();
    assert!(!strongest.sees_draw(&seen, &mut || panic!("it searches")));
}

#[test]
fn an_endgame_table_shows_a_draw_where_a_capture_before_it_would_lose() {
    let quiet =
        "njombwa:8 0,0,0,0,0,0,0,1,0,0,0,0,1,0,0,0 0,0,0,0,0,0,0,0,0,0,0,1,2,0,0,0 - south -/- - 197 0 -";
    let position = read_position(quiet);
    assert_eq!(levels_that_see_draw(&players(), &position), [8]);
    assert_eq!(levels_that_see_draw(&players_with_endgame_table(), &position), [7, 8]);
}
