//! The engine plays every lesson: its goal can be reached, and not by every turn.

use std::collections::BTreeSet;

use ikibuguzo_engine::{Action, Seat};
use ikibuguzo_protocol::{ExploredPosition, Lap};

use super::*;

/// Largest number of actions of a turn that are tried.
const MAX_TRIED_ACTIONS: usize = 6;

fn for_each_lesson(mut check: impl FnMut(Ruleset, &Lesson)) {
    for game in Ruleset::STANDARD {
        lessons_of(game).iter().for_each(|lesson| check(game, lesson));
    }
}

/// What `GET /api/positions/actions` answers.
fn explore(game: &Game, actions: &[Action]) -> ExploredPosition {
    ExploredPosition::after(game.clone(), actions).expect("legal actions")
}

/// Whether the goal is reached, judged by the answer alone, as `web/lesson/goal.js` judges it.
fn is_reached(goal: &Goal, explored: &ExploredPosition) -> bool {
    let own = explored.played.iter().filter(|action| *action.seat == Seat::South);
    let laps: Vec<&Lap> = own.flat_map(|action| &action.laps).collect();
    let captured: u32 = laps.iter().flat_map(|lap| lap.captured()).map(|(_, count)| u32::from(*count)).sum();
    let end = laps.iter().rev().find_map(|lap| last_hole(lap));
    goal.ends.as_ref().is_none_or(|hole| Some(hole) == end.as_ref())
        && goal.laps.is_none_or(|count| laps.len() >= count)
        && goal.captures.is_none_or(|count| captured >= count)
        && goal.enters.as_ref().is_none_or(|way| laps.iter().any(|lap| is_entered(lap, way)))
        && (!goal.safe || explored.previews.iter().all(|preview| preview.captured == 0))
        && (!goal.wins
            || explored.outcome.is_some_and(|end| end.winner.is_some_and(|seat| *seat == Seat::South)))
}

fn last_hole(lap: &Lap) -> Option<String> {
    match lap {
        Lap::Sown { last, .. } | Lap::Entered { last, .. } => Some(last.to_string()),
        Lap::Passed { .. } | Lap::Endless { .. } => None,
    }
}

fn is_entered(lap: &Lap, way: &str) -> bool {
    matches!(lap, Lap::Entered { enter, .. } if enter.to_string() == way)
}

/// Every turn that the seat to move can play.
fn whole_turns(game: &Game, begun: &[Action], found: &mut Vec<Vec<Action>>) {
    for action in game.legal_actions().iter().copied() {
        let mut after = game.clone();
        let mut turn = begun.to_vec();
        after.advance(action).expect("legal");
        turn.push(action);
        if after.pending().is_none() {
            found.push(turn);
        } else if turn.len() < MAX_TRIED_ACTIONS {
            whole_turns(&after, &turn, found);
        }
    }
}

fn read_turns(lesson: &Lesson) -> Vec<Vec<Action>> {
    let read = |turn: Vec<&str>| turn.iter().map(|action| action.parse().expect("an action")).collect();
    lesson.turns().map(read).collect()
}

#[test]
fn every_game_with_lessons_has_six_to_ten_of_them_with_different_names() {
    for (game, lessons) in LESSONS.iter() {
        assert!(Ruleset::STANDARD.iter().any(|rules| rules.name() == *game), "{game}");
        let names: BTreeSet<_> = lessons.iter().map(|lesson| &lesson.name).collect();
        assert!((6..=10).contains(&lessons.len()), "{game}");
        assert_eq!(names.len(), lessons.len(), "{game}");
    }
}

#[test]
fn every_lesson_has_its_words() {
    for_each_lesson(|game, lesson| {
        let taught = lesson.taught(game, Words::english());
        for text in [taught.title, taught.text, taught.goal_text, taught.hint] {
            assert!(!text.is_empty(), "{game} {}", lesson.name);
        }
    });
}

#[test]
fn every_lesson_begins_in_a_position_of_its_game_with_south_to_move() {
    for_each_lesson(|rules, lesson| match lesson.first_game() {
        Some(game) => {
            assert_eq!(game.ruleset().name(), rules.name(), "{}", lesson.name);
            assert_eq!(game.to_move(), Some(Seat::South), "{}", lesson.name);
        }
        None => assert_eq!(lesson.start, rules.to_string()),
    });
}

#[test]
fn every_solution_reaches_its_goal_with_its_last_turn_and_not_before() {
    for_each_lesson(|_, lesson| {
        let Some(game) = lesson.first_game() else { return };
        let turns = read_turns(lesson);
        assert!(turns.len() % 2 == 1 && (turns.len() == 1 || lesson.forced), "{}", lesson.name);
        for count in 1..=turns.len() {
            let explored = explore(&game, &turns[..count].concat());
            let is_whole = explored.played.last().expect("an action").position.pending.is_none();
            assert!(is_whole, "{}: turn {count}", lesson.name);
            assert_eq!(is_reached(&lesson.goal, &explored), count == turns.len(), "{}", lesson.name);
        }
    });
}

#[test]
fn not_every_turn_reaches_a_goal_unless_the_turns_are_forced() {
    for_each_lesson(|_, lesson| {
        let Some(game) = lesson.first_game() else { return };
        let mut turns = Vec::new();
        whole_turns(&game, &[], &mut turns);
        let reaches = |turn: &&Vec<Action>| is_reached(&lesson.goal, &explore(&game, turn));
        let count = turns.iter().filter(reaches).count();
        if lesson.forced {
            assert_eq!(turns.len(), 1, "{}", lesson.name);
        } else {
            // A turn chosen at random mostly misses the goal.
            assert!(count >= 1 && 2 * count <= turns.len(), "{}: {count} of {}", lesson.name, turns.len());
        }
    });
}

#[test]
fn in_a_forced_lesson_nobody_has_a_choice() {
    for_each_lesson(|_, lesson| {
        let Some(mut game) = lesson.first_game().filter(|_| lesson.forced) else { return };
        for action in read_turns(lesson).concat() {
            assert_eq!(game.legal_actions().iter().copied().collect::<Vec<_>>(), [action], "{}", lesson.name);
            game.advance(action).expect("legal");
        }
    });
}

#[test]
fn a_lesson_about_arranging_offers_the_arrays_of_its_game() {
    let lesson = lessons_of(Ruleset::STANDARD[0]).iter().find(|lesson| lesson.first_game().is_none());
    let lesson = lesson.expect("a lesson about arranging");
    let taught = lesson.taught(Ruleset::STANDARD[0], Words::english());
    assert_eq!(taught.arrays.len(), 2);
    assert!(taught.arrays.iter().any(|(array, _)| Some(*array) == lesson.goal.array.as_deref()));
    for (array, position) in taught.arrays {
        let game = Game::new(position.parse().expect(array));
        assert_eq!(game.holes(Seat::South).contains(&17), array == "first", "as its goal says");
    }
}
