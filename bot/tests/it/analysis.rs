//! Laws of the analysis, in random games with fixed seeds.

use crate::random_games::{RULESPECS, new_game, random_action};
use fastrand::Rng;
use ikibuguzo_bot::{Budget, GameAnalysis, Mark, RecordedGame, TurnAnalysis, VERSION, accuracy, rank_turns};
use ikibuguzo_engine::{Action, Game, Record};

/// A random game of at most this many actions.
fn random_game(rulespec: &str, actions: usize, rng: &mut Rng) -> RecordedGame {
    let mut game = new_game(rulespec);
    let mut played = Vec::new();
    while game.outcome().is_none() && played.len() < actions {
        let action = random_action(game.position(), rng);
        game.advance(action).expect("legal");
        played.push(action);
    }
    RecordedGame::new(new_game(rulespec), played).expect("legal")
}

fn analyse(game: &RecordedGame, nodes: u64) -> Vec<TurnAnalysis> {
    GameAnalysis::new(game, Budget::of_nodes(nodes)).collect()
}

/// Calls `check` for each turn of a game with its analysis and the game before it.
fn for_each_turn(game: &RecordedGame, nodes: u64, mut check: impl FnMut(&TurnAnalysis, &Game)) {
    let mut before = game.start().clone();
    for turn in analyse(game, nodes) {
        check(&turn, &before);
        turn.played.iter().for_each(|action| before.advance(*action).expect("legal"));
    }
}

/// Plays the turns of a line, and checks that each one is complete and legal.
fn play_line(game: &Game, line: &[Vec<Action>]) {
    let mut after = game.clone();
    for turn in line {
        let seat = after.to_move();
        for &action in turn {
            assert_eq!(after.to_move(), seat);
            after.advance(action).expect("legal");
        }
        assert!(after.pending().is_none());
    }
}

#[test]
fn every_figure_is_within_its_range() {
    let mut rng = Rng::with_seed(1);
    for rulespec in RULESPECS {
        for _ in 0..4 {
            let game = random_game(rulespec, 120, &mut rng);
            let mut turns = Vec::new();
            for_each_turn(&game, 300, |turn, before| {
                assert!((0.0..=1.0).contains(&turn.value), "{turn:?}");
                assert!((0.0..=turn.value).contains(&turn.loss), "{turn:?}");
                assert_eq!((turn.ply, Some(turn.seat)), (before.plies(), before.to_move()));
                play_line(before, &turn.best_line);
                turns.push(turn.clone());
            });
            assert_eq!(turns.len(), game.turns().len());
            assert!(turns.iter().map(|turn| &turn.played).eq(game.turns()));
            for percent in accuracy(&turns).iter().flatten() {
                assert!((0.0..=100.0).contains(percent), "{percent} %");
            }
        }
    }
}

fn is_best(turn: &TurnAnalysis) -> bool {
    turn.played == turn.best_line[0]
}

#[test]
fn the_best_turn_and_a_forced_turn_lose_nothing() {
    let mut rng = Rng::with_seed(2);
    let mut best = 0;
    let mut forced = 0;
    for rulespec in RULESPECS {
        let game = random_game(rulespec, 80, &mut rng);
        for_each_turn(&game, 500, |turn, before| {
            let is_only_one = before.legal_actions().len() == 1 && turn.played.len() == 1;
            assert_eq!(turn.is_forced, is_only_one);
            if turn.is_forced || is_best(turn) {
                assert_eq!((turn.loss, turn.mark, is_best(turn)), (0.0, None, true), "{turn:?}");
            }
            best += usize::from(is_best(turn));
            forced += usize::from(turn.is_forced);
        });
    }
    assert!(best > forced && forced > 10, "{best} best turns, {forced} of them forced");
}

#[test]
fn a_player_of_best_turns_has_no_mark_and_full_accuracy() {
    for rulespec in RULESPECS {
        let mut actions = Vec::new();
        for _ in 0..20 {
            let game = RecordedGame::new(new_game(rulespec), actions.clone());
            let game = game.expect("legal");
            let end = game.turns().iter().flatten().fold(game.start().clone(), |mut end, action| {
                end.advance(*action).expect("legal");
                end
            });
            // The analysis of a turn depends on nothing after it: its best turn is found with any turn in its place.
            let Some(&any) = end.legal_actions().first() else { break };
            let mut turn = vec![any];
            let mut after = end.clone();
            after.advance(any).expect("legal");
            while after.pending().is_some() {
                turn.push(after.legal_actions()[0]);
                after.advance(turn[turn.len() - 1]).expect("legal");
            }
            let with_turn = RecordedGame::new(new_game(rulespec), [actions.clone(), turn].concat());
            let analysed = analyse(&with_turn.expect("legal"), 400);
            actions.extend(&analysed[analysed.len() - 1].best_line[0]);
        }
        let game = RecordedGame::new(new_game(rulespec), actions).expect("legal");
        let turns = analyse(&game, 400);
        assert!(turns.iter().all(|turn| turn.mark.is_none()), "{rulespec}");
        assert!(accuracy(&turns).iter().flatten().all(|percent| *percent > 99.99), "{rulespec}");
    }
}

#[test]
fn a_missed_win_in_one_is_a_blunder_unless_the_turn_wins_as_well() {
    let mut rng = Rng::with_seed(3);
    let mut missed = 0;
    let mut taken = 0;
    for round in 0..70 {
        let game = random_game(RULESPECS[round % RULESPECS.len()], 400, &mut rng);
        for_each_turn(&game, 300, |turn, before| {
            if !wins_at_once(before, &turn.best_line[0]) {
                return;
            }
            assert!(turn.value > 0.999, "{turn:?}");
            match turn.mark {
                None => assert!(turn.loss < 1e-9, "{turn:?}"),
                Some(mark) => assert_eq!(mark, Mark::Blunder),
            }
            missed += usize::from(turn.mark.is_some());
            taken += usize::from(is_best(turn));
        });
    }
    assert!(missed > 20 && taken > 20, "{missed} wins missed, {taken} taken");
}

fn wins_at_once(before: &Game, turn: &[Action]) -> bool {
    let mut after = before.clone();
    turn.iter().for_each(|action| after.advance(*action).expect("legal"));
    after.outcome().is_some_and(|outcome| outcome.winner == before.to_move())
}

#[test]
fn the_same_budget_gives_the_same_analysis() {
    let mut rng = Rng::with_seed(4);
    for rulespec in RULESPECS {
        let game = random_game(rulespec, 60, &mut rng);
        assert_eq!(analyse(&game, 500), analyse(&game, 500), "{rulespec}");
    }
}

#[test]
fn a_record_with_an_illegal_turn_is_refused() {
    let record = &Record::read_all("[Rules \"kubuguza\"]\n\n1. O A ?\n").expect("a record")[0].record;
    RecordedGame::from_record(record).expect_err("not North's hole");
}

#[test]
fn a_last_turn_that_stops_in_the_middle_is_not_analysed() {
    let text = "[Rules \"kubuguza\"]\n\n1. O n\n2. L o<\nsouth\n";
    let record = &Record::read_all(text).expect("a record")[0].record;
    let game = RecordedGame::from_record(record).expect("a game");
    let played: Vec<_> = analyse(&game, 300).into_iter().map(|turn| turn.played[0].to_string()).collect();
    assert_eq!(played, ["O", "n", "L"]);
}

#[test]
fn a_turn_that_ends_the_game_is_the_best_one() {
    let mut rng = Rng::with_seed(5);
    let game = random_game("kubuguza", usize::MAX, &mut rng);
    let mut end = game.start().clone();
    game.turns().iter().flatten().for_each(|action| end.advance(*action).expect("legal"));
    let winner = end.outcome().expect("over").winner.expect("a winner");
    let last = analyse(&game, 500).pop().expect("turns");
    assert_eq!((last.seat == winner, is_best(&last)), (true, true), "the last turn won");
}

#[test]
fn the_best_turns_of_a_position_are_legal_and_in_order() {
    let mut rng = Rng::with_seed(6);
    let mut positions_in_turns = 0;
    for round in 0..900 {
        let mut game = new_game(RULESPECS[round % RULESPECS.len()]);
        for _ in 0..rng.usize(1..60) {
            if game.outcome().is_none() {
                game.advance(random_action(game.position(), &mut rng)).expect("legal");
            }
        }
        let game = Game::new(*game.position());
        let ranked = rank_turns(game.position(), 3, Budget::of_nodes(400));
        assert_eq!(ranked.len(), game.legal_actions().len().min(3));
        assert!(ranked.is_sorted_by(|better, worse| better.value >= worse.value));
        for turn in &ranked {
            assert!((0.0..=1.0).contains(&turn.value) && !turn.line.is_empty());
            play_line(&game, &turn.line);
        }
        positions_in_turns += usize::from(game.pending().is_some());
    }
    assert!(positions_in_turns > 5, "{positions_in_turns} positions within a turn");
}

/// The values of the turns of a random game from `first` on, two digits each.
fn value_digits(rulespec: &str, actions: usize, first: usize) -> String {
    let game = random_game(rulespec, actions, &mut Rng::with_seed(7));
    analyse(&game, 2_000)[first..].iter().map(|turn| format!("{:02.0}", 99.0 * turn.value)).collect()
}

#[test]
fn other_values_need_another_version() {
    assert_eq!(VERSION, 3, "change the digits here as well");
    // Njombwa begins with 22 turns without a choice. Its weights depend on the number of counters.
    let values = [
        ("ikibuguzo:second", 24, 0, "545053504455444943436249624962494061419975906399"),
        ("kubuguza", 24, 0, "50515973967082648859980199009901990099019900"),
        ("njombwa:8", 60, 22, "5455703771386872535766554574518262485143724575249264465662643577397249584162"),
        ("njombwa:8", 96, 60, "406838613860427546585049504950495455435735674173418515980199009900990099"),
        ("azigo", 24, 0, "535352525849535847615258504954455948604658485744"),
    ];
    for (rulespec, actions, first, digits) in values {
        assert_eq!(value_digits(rulespec, actions, first), digits, "{rulespec}: raise VERSION");
    }
}
