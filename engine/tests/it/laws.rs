//! Laws that hold in every position, checked in random setups and random games with fixed seeds.

use fastrand::Rng;
use ikibuguzo_engine::{
    Action, ActionCounts, BySeat, CapturedCounters, Direction, Game, GameStart, Hole, IllegalAction, Lap,
    Outcome, Position, Reason, Ruleset, Seat, Setup,
};

mod second_reading;
mod replayed_board;
mod text;
mod views;

use replayed_board::ReplayedBoard;

fn random_setup(rng: &mut Rng) -> Setup {
    let ruleset = *rng.choice(Ruleset::ALL).expect("there are games");
    random_setup_of(ruleset, rng)
}

fn random_setup_of(ruleset: Ruleset, rng: &mut Rng) -> Setup {
    let length = ruleset.rows() * ruleset.columns();
    let mut holes = BySeat::from_fn(|_| vec![0; length]);
    // Sides of all sizes in few holes or many, sometimes with all 255 counters.
    let most = [4, 16, 64, 255][rng.usize(..4)];
    let width = rng.usize(1..=length);
    for _ in 0..rng.usize(most / 2..=most) {
        let seat = if rng.bool() { Seat::South } else { Seat::North };
        // 7 is coprime to every length, so every hole is reached.
        holes[seat][(rng.usize(..width) * 7 + length - 2) % length] += 1;
    }
    let counters: usize = holes.iter().flatten().map(|&counters| usize::from(counters)).sum();
    let room = if ruleset.has_stores() { (Setup::MAX_COUNTERS - counters) / 2 } else { 0 };
    let stores = BySeat::from_fn(|_| rng.usize(..=room.min(60)) as u8);
    let to_move = if rng.bool() { Seat::South } else { Seat::North };
    Setup { ruleset, holes, stores, to_move }
}

fn random_start(rng: &mut Rng) -> Game {
    if rng.u8(..4) > 0 {
        return Game::new(Position::from_setup(&random_setup(rng)).expect("a setup"));
    }
    new_game(*rng.choice(Ruleset::ALL).expect("there are games"), rng)
}

fn new_game(ruleset: Ruleset, rng: &mut Rng) -> Game {
    let mut arrangement = match ruleset.begin() {
        GameStart::Play(game) => return game,
        GameStart::Arrange(arrangement) => arrangement,
    };
    for seat in Seat::ALL {
        let offered = arrangement.legal(seat);
        arrangement.choose(seat, offered[rng.usize(..offered.len())]).expect("offered");
    }
    arrangement.reveal().expect("both have chosen")
}

fn random_action(position: &Position, rng: &mut Rng) -> Action {
    let actions = position.legal_actions();
    // Clockwise laps and the choices after them are rare, so half of them are taken.
    let clockwise = |action: &&Action| matches!(action, Action::Sow { direction: Direction::Clockwise, .. });
    match actions.iter().find(clockwise) {
        Some(action) if rng.bool() => *action,
        _ => actions[rng.usize(..actions.len())],
    }
}

/// Plays random games and calls `law` before every action, with the action, and at the end.
fn in_random_play(seed: u64, games: usize, mut law: impl FnMut(&Game, Option<Action>)) {
    let mut rng = Rng::with_seed(seed);
    for _ in 0..games {
        let mut game = random_start(&mut rng);
        for _ in 0..150 {
            if game.outcome().is_some() {
                break;
            }
            let action = random_action(game.position(), &mut rng);
            law(&game, Some(action));
            game.advance(action).expect("listed as legal");
        }
        law(&game, None);
    }
}

fn all_actions() -> Vec<Action> {
    let holes = || Seat::ALL.into_iter().flat_map(|seat| (0..=20).map(move |index| Hole::new(seat, index)));
    let sowings = holes().map(Action::anticlockwise).chain(holes().map(Action::clockwise));
    // No hole has an index without a letter.
    let odd =
        [Action::clockwise(Hole::new(Seat::South, 255)), Action::anticlockwise(Hole::new(Seat::North, 64))];
    sowings.chain(odd).chain([Action::Enter, Action::EnterOpponent, Action::Pass]).collect()
}

#[test]
fn what_is_listed_plays_and_nothing_else_does_or_changes_anything() {
    let all = all_actions();
    in_random_play(1, 600, |game, _| {
        let position = *game.position();
        let legal = position.legal_actions();
        for &action in &all {
            let mut next = position;
            let played = next.play(action);
            assert_eq!(played.is_ok(), legal.contains(&action), "{action} in {position:?}");
            assert_eq!(position.is_legal(action), legal.contains(&action));
            if let Err(error) = played {
                assert_eq!(next, position);
                let sentence = error.to_string();
                assert!(sentence.len() < 120, "{sentence}");
                let named_choices = matches!(error, IllegalAction::NotAChoice { .. });
                assert!(!named_choices || position.pending().is_some());
            }
        }
    });
}

#[test]
fn outcome_after_equals_the_outcome_of_playing() {
    let all = all_actions();
    in_random_play(4, 150, |game, _| {
        for &action in &all {
            let mut next = game.clone();
            let played = next.advance(action).map(|()| next.outcome());
            assert_eq!(game.outcome_after(action), played, "{action} in {:?}", game.position());
        }
    });
}

#[test]
fn legal_actions_stand_in_their_order_without_repeats() {
    let order = |action: &Action| match *action {
        Action::Sow { hole, direction } => (usize::from(direction == Direction::Clockwise), hole.index),
        Action::Enter => (2, 0),
        Action::EnterOpponent => (3, 0),
        Action::Pass => (4, 0),
    };
    in_random_play(2, 600, |game, _| {
        let legal = game.legal_actions();
        assert!(legal.iter().map(order).is_sorted_by(|a, b| a < b), "{legal:?}");
        let iterated = game.position().iter_actions();
        assert_eq!(iterated.len(), legal.len());
        assert!(iterated.clone().eq(legal));
        assert!((0..=legal.len()).all(|n| iterated.clone().nth(n) == legal.get(n).copied()));
    });
}

#[test]
fn a_finished_game_has_no_seat_to_move_and_no_legal_action() {
    let all = all_actions();
    in_random_play(3, 600, |game, _| {
        let over = game.outcome().is_some();
        for &action in all.iter().filter(|_| over) {
            assert_eq!(game.clone().advance(action), Err(IllegalAction::GameOver), "{action}");
        }
        assert_eq!(game.to_move().is_none(), over);
        assert_eq!(game.legal_actions().is_empty(), over);
        assert!(!over || game.pending().is_none());
    });
}

#[test]
fn a_choice_has_two_counters_in_hand_and_two_ways_to_go_on() {
    let mut choices = 0;
    in_random_play(4, 2_000, |game, _| {
        let Some(pending) = game.pending() else { return };
        choices += 1;
        assert!(pending.hand >= 2);
        assert!(game.legal_actions().len() >= 2);
        assert_eq!(Some(pending.hole.seat), game.to_move());
        assert!(game.legal_actions().contains(&Action::anticlockwise(pending.hole)));
    });
    assert!(choices > 500, "{choices} choices");
}

#[test]
fn counters_are_conserved_and_the_laps_alone_rebuild_the_board() {
    let mut rng = Rng::with_seed(5);
    for _ in 0..4_000 {
        let mut position = Position::from_setup(&random_setup(&mut rng)).expect("a setup");
        let mut board = ReplayedBoard::new(&position);
        let counters = board.counters();
        for _ in 0..100 {
            if position.outcome().is_some() {
                break;
            }
            let action = random_action(&position, &mut rng);
            for lap in position.play(action).expect("listed as legal") {
                board.follow(&lap);
                assert_eq!(board.counters() + board.removed, counters);
            }
            // After a win no counters are in hand: captured counters are in the origin of their lap.
            if position.outcome().is_some() {
                board.put_down();
            }
            let removed = board.removed;
            assert_eq!(board, ReplayedBoard { removed, ..ReplayedBoard::new(&position) });
            assert!(removed == 0 || position.ruleset().traits().captured == CapturedCounters::Away);
        }
    }
}

#[test]
fn whole_games_from_every_opening_keep_their_counters_and_end() {
    let mut rng = Rng::with_seed(10);
    for &ruleset in Ruleset::ALL {
        for _ in 0..100 {
            let mut game = new_game(ruleset, &mut rng);
            let mut board = ReplayedBoard::new(game.position());
            let counters = board.counters();
            while game.outcome().is_none() {
                let action = random_action(game.position(), &mut rng);
                game.play(action).expect("listed as legal").iter().for_each(|lap| board.count(lap));
                assert_eq!(ReplayedBoard::new(game.position()).counters() + board.removed, counters);
            }
        }
    }
}

#[test]
fn a_turn_has_at_most_256_laps() {
    let mut count = 0;
    let mut turn = 0;
    let mut endless = 0;
    in_random_play(6, 3_000, |game, action| {
        let Some(action) = action else { return };
        if game.pending().is_none() || game.turns() != turn {
            count = 0;
        }
        turn = game.turns();
        let laps = game.clone().play(action).expect("listed as legal");
        count += laps.iter().filter(|lap| matches!(lap, Lap::Sown { .. })).count();
        let is_limited = matches!(laps.last(), Some(Lap::Endless { .. }));
        endless += usize::from(is_limited);
        assert!(if is_limited { count == 256 } else { count <= 256 }, "{count} laps");
    });
    assert!(endless > 0, "no turn met the limit");
}

#[test]
fn play_and_advance_agree_and_a_position_goes_on_as_its_game() {
    in_random_play(7, 600, |game, action| {
        let Some(action) = action else { return };
        let mut played = game.clone();
        let mut advanced = game.clone();
        let mut alone = *game.position();
        let laps = played.play(action).expect("listed as legal");
        let counts = game.position().to_owned().advance_counting(action);
        assert_eq!(counts, Ok(counts_of(&laps)));
        assert_eq!(game.clone().play(action), Ok(laps), "the same again");
        advanced.advance(action).expect("listed as legal");
        alone.advance(action).expect("listed as legal");
        assert_eq!(played.position(), advanced.position());
        let repeated = advanced.outcome() == Some(Outcome::draw(Reason::Repetition));
        assert!(repeated || alone == *advanced.position());
        assert_eq!(advanced.plies(), game.plies() + 1);
        let turn_is_over = u32::from(advanced.pending().is_none());
        assert_eq!(advanced.turns(), game.turns() + turn_is_over);
    });
}

/// The number of laps and of captured counters.
fn counts_of(laps: &[Lap]) -> ActionCounts {
    let captured = |lap: &Lap| match lap {
        Lap::Sown { captures, .. } | Lap::Entered { captures, .. } => {
            captures.iter().map(|capture| capture.counters).sum()
        }
        Lap::Passed | Lap::Endless { .. } => 0,
    };
    ActionCounts { laps: laps.len() as u16, captured: laps.iter().map(captured).sum() }
}

#[test]
fn the_rules_are_the_same_for_both_seats() {
    let mut rng = Rng::with_seed(8);
    for _ in 0..2_000 {
        let setup = random_setup(&mut rng);
        let Setup { ruleset, holes, stores, to_move } = setup.clone();
        let swapped = Setup {
            ruleset,
            holes: BySeat::new(holes.north, holes.south),
            stores: BySeat::new(stores.north, stores.south),
            to_move: !to_move,
        };
        let [mut game, mut mirror] =
            [setup, swapped].map(|setup| Game::new(Position::from_setup(&setup).expect("a setup")));
        while game.outcome().is_none() && game.plies() < 100 {
            let listed: Vec<_> = game.legal_actions().iter().copied().map(across).collect();
            assert_eq!(mirror.legal_actions().as_slice(), listed);
            assert_eq!(mirror.position().key(), game.position().key());
            let action = random_action(game.position(), &mut rng);
            let laps = game.play(action).expect("listed as legal");
            let mirrored = mirror.play(across(action)).expect("listed as legal");
            let named_across = |(hole, counters)| (hole_across(hole), counters);
            let across = laps.iter().flat_map(named).map(named_across);
            assert!(mirrored.iter().flat_map(named).eq(across), "{laps:?} is not like {mirrored:?}");
        }
        let across =
            game.outcome().map(|outcome| Outcome { winner: outcome.winner.map(|seat| !seat), ..outcome });
        assert_eq!(mirror.outcome(), across);
        assert_eq!(mirror.holes(Seat::North), game.holes(Seat::South));
    }
}

/// An action with the seats exchanged.
fn across(action: Action) -> Action {
    match action {
        Action::Sow { hole, direction } => Action::Sow { hole: hole_across(hole), direction },
        other => other,
    }
}

fn hole_across(hole: Hole) -> Hole {
    Hole::new(!hole.seat, hole.index)
}

/// All holes of a lap in order, with their counters.
fn named(lap: &Lap) -> Vec<(Hole, u8)> {
    match lap {
        Lap::Endless { hole } => vec![(*hole, 0)],
        Lap::Passed => Vec::new(),
        Lap::Entered { count, last, captures, .. } => {
            let captures = captures.iter().map(|capture| (capture.hole, capture.counters));
            [(*last, *count)].into_iter().chain(captures).collect()
        }
        Lap::Sown { from, count, last, captures, .. } => {
            let captures = captures.iter().map(|capture| (capture.hole, capture.counters));
            [(*from, *count), (*last, 0)].into_iter().chain(captures).collect()
        }
    }
}

#[test]
fn a_setup_is_refused_with_all_that_is_wrong() {
    let holes = BySeat::new(vec![255; 17], vec![]);
    let stores = BySeat::new(1, 0);
    let setup = Setup { ruleset: Ruleset::Kubuguza, holes, stores, to_move: Seat::South };
    let error = Position::from_setup(&setup).expect_err("four things are wrong");
    assert_eq!(error.problems().len(), 4);
    let sentence = "south needs 16 holes and has 17; north needs 16 holes and has 0; this game has no stores; \
                    there may be at most 255 counters on the board, and there are 4336";
    assert_eq!(error.to_string(), sentence);
}

#[test]
fn a_hole_of_all_255_counters_can_be_sown() {
    for &ruleset in Ruleset::ALL {
        let length = ruleset.rows() * ruleset.columns();
        for index in 0..length {
            let mut all = vec![0; length];
            let mut most = vec![0; length];
            let mut two = vec![0; length];
            (all[index], most[index]) = (255, 253);
            two[..2].fill(1);
            for (south, north) in [(all, vec![0; length]), (most, two)] {
                sow_the_last(ruleset, south, north);
            }
        }
    }
}

fn sow_the_last(ruleset: Ruleset, south: Vec<u8>, north: Vec<u8>) {
    let holes = BySeat::new(south, north);
    let stores = BySeat::default();
    let setup = Setup { ruleset, holes, stores, to_move: Seat::South };
    let mut position = Position::from_setup(&setup).expect("a setup");
    let mut board = ReplayedBoard::new(&position);
    if let Some(&action) = position.legal_actions().last() {
        position.play(action).expect("listed as legal").iter().for_each(|lap| board.count(lap));
    }
    assert_eq!(ReplayedBoard::new(&position).counters() + board.removed, 255);
}
