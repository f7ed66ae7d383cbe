//! Laws of every player, in random positions and games with fixed seeds.

use crate::random_games::{RULESPECS, new_game, random_action};
use fastrand::Rng;
use ikibuguzo_bot::{Budget, Level, Player, Searcher, SeenGame, Settings, Task, Weights};
use ikibuguzo_engine::{Action, BySeat, Game, Position, Ruleset, Seat, Setup};

/// Makes positions in play, at the start of a turn or within one, from random games of every ruleset.
fn random_positions(seed: u64, count: usize) -> Vec<Position> {
    let mut rng = Rng::with_seed(seed);
    let mut positions = Vec::new();
    while positions.len() < count {
        let rulespec = *rng.choice(&RULESPECS).expect("not empty");
        let mut position = *new_game(rulespec).position();
        for _ in 0..rng.usize(10..80) {
            if position.outcome().is_none() {
                position.advance(random_action(&position, &mut rng)).expect("legal");
            }
        }
        positions.extend((position.outcome().is_none()).then_some(position));
    }
    positions
}

fn never() -> impl FnMut() -> bool {
    || false
}

fn search(settings: Settings, position: &Position, budget: Budget) -> ikibuguzo_bot::Finding {
    let found = Searcher::new(settings).search(Task::new(position, budget), &mut never());
    found.expect("the game is not over")
}

/// Settings under which the value of a position depends on nothing but the position and the depth.
fn plain_settings(table_entries: usize) -> Settings {
    Settings {
        table_entries,
        exact_depth: true,
        repetition: false,
        full_actions: u8::MAX,
        margin: None,
        ..Settings::default()
    }
}

#[test]
fn the_table_changes_no_value_at_a_fixed_depth() {
    expect_same_values_with_a_table(1, 400);
}

#[test]
#[ignore = "the same in 10,000 positions, for docs/BOTS.md"]
fn the_table_changes_no_value_in_many_positions() {
    expect_same_values_with_a_table(8, 10_000);
}

fn expect_same_values_with_a_table(seed: u64, positions: usize) {
    for (number, position) in random_positions(seed, positions).iter().enumerate() {
        let depth = [2, 3, 4][number % 3];
        let without = search(plain_settings(0), position, Budget::of_depth(depth));
        // A small table replaces entries all the time.
        for entries in [64, 1 << 14] {
            let with = search(plain_settings(entries), position, Budget::of_depth(depth));
            assert_eq!(with.value, without.value, "depth {depth}: {position:?}");
        }
    }
}

#[test]
fn the_first_window_at_the_root_changes_no_value() {
    for (number, position) in random_positions(4, 200).iter().enumerate() {
        let budget = Budget::of_depth([3, 4, 5][number % 3]);
        let value_with =
            |root_window| search(Settings { root_window, ..plain_settings(1 << 12) }, position, budget).value;
        // A window of one holds hardly any value, so that both ways out of it are taken.
        for width in [1, 200] {
            assert_eq!(value_with(Some(width)), value_with(None), "half width {width}: {position:?}");
        }
    }
}

/// The value by the definition: the best of all actions, without windows, order or table.
fn minimax(position: &Position, action: Action, depth: i32, plies: i32) -> i32 {
    let seat = position.to_move().expect("in play");
    let mut after = *position;
    after.advance(action).expect("legal");
    let best = |depth| after.iter_actions().map(|next| minimax(&after, next, depth, plies + 1)).max();
    match after.to_move() {
        None => match after.outcome().and_then(|outcome| outcome.winner) {
            None => 0,
            Some(winner) if winner == seat => 30_000 - plies,
            Some(_) => plies - 30_000,
        },
        Some(next) if next == seat => best(depth).expect("legal actions"),
        Some(next) if depth == 1 => {
            -ikibuguzo_bot::evaluate(&after, next, Weights::for_ruleset(after.ruleset())).0
        }
        Some(_) => -best(depth - 1).expect("legal actions"),
    }
}

#[test]
fn a_search_finds_the_value_of_the_definition() {
    for (number, position) in random_positions(2, 200).iter().enumerate() {
        let depth = [1, 2, 3][number % 3];
        let settings = Settings { capture_depth: 0, ..plain_settings(1 << 12) };
        let found = search(settings, position, Budget::of_depth(depth));
        let values = position.iter_actions().map(|action| minimax(position, action, i32::from(depth), 1));
        // A decided value ends the search at the first depth that shows it.
        assert!(
            found.value.is_decided() || Some(found.value.0) == values.max(),
            "depth {depth}: {position:?}"
        );
    }
}

#[test]
fn every_level_takes_a_win_in_one() {
    let mut rng = Rng::with_seed(3);
    let mut players = Level::ALL.map(|level| Player::new(level, rng.u64(..)));
    let positions = positions_with_win_in_one(3, 600);
    assert!(positions.len() > 100, "{} positions with a win", positions.len());
    for (position, winning) in positions {
        let seen = SeenGame::new(&position, position.to_move().expect("in play"), true);
        for player in &mut players {
            let chosen = player.choose(&seen, &mut never()).expect("in play");
            assert!(winning.contains(&chosen), "level {}: {position:?}", player.level().number());
        }
    }
}

#[test]
fn no_error_makes_another_action_look_better_than_a_win() {
    let mut rng = Rng::with_seed(6);
    let mut choices = 0;
    for _ in 0..1_000 {
        let position = nearly_won_position(&mut rng);
        let is_win = |action: &Action| wins_at_once(&position, *action);
        let (winning, others): (Vec<_>, Vec<_>) = position.iter_actions().partition(is_win);
        if winning.is_empty() || others.len() < 4 {
            continue;
        }
        choices += 1;
        let seen = SeenGame::new(&position, Seat::South, true);
        for seed in 0..100 {
            let chosen = Player::new(Level::ALL[0], seed).choose(&seen, &mut never()).expect("in play");
            assert!(winning.contains(&chosen), "seed {seed}: {position}");
        }
    }
    assert!(choices > 10, "{choices} positions with a win and four other actions");
}

/// A position of Kubuguza in which North has six counters, and South, who is to move, all others.
fn nearly_won_position(rng: &mut Rng) -> Position {
    let mut holes = BySeat::new(vec![0; 16], vec![0; 16]);
    (0..6).for_each(|_| holes.north[rng.usize(..16)] += 1);
    (0..58).for_each(|_| holes.south[rng.usize(..16)] += 1);
    let setup = Setup { ruleset: Ruleset::Kubuguza, holes, stores: BySeat::default(), to_move: Seat::South };
    Position::from_setup(&setup).expect("a board")
}

/// Positions from random games in which some actions win at once, with these actions.
fn positions_with_win_in_one(seed: u64, games: usize) -> Vec<(Position, Vec<Action>)> {
    let mut rng = Rng::with_seed(seed);
    let with_win = |position| play_to_win_in_one(position, &mut rng);
    random_positions(seed, games).into_iter().filter_map(with_win).collect()
}

/// Plays random actions up to a position in which some actions win at once. Returns it with these actions.
fn play_to_win_in_one(mut position: Position, rng: &mut Rng) -> Option<(Position, Vec<Action>)> {
    while position.outcome().is_none() && position.turns() < 150 {
        let winning: Vec<_> =
            position.iter_actions().filter(|action| wins_at_once(&position, *action)).collect();
        if !winning.is_empty() {
            return Some((position, winning));
        }
        position.advance(random_action(&position, rng)).expect("legal");
    }
    None
}

fn wins_at_once(position: &Position, action: Action) -> bool {
    let mut after = *position;
    after.advance(action).expect("legal");
    after.outcome().is_some_and(|outcome| outcome.winner == position.to_move())
}

/// A time limit that is over after 5,120 nodes. Only level 8 has more; without the limit its games would take minutes.
fn short_time() -> impl FnMut() -> bool {
    let mut questions = 0;
    move || {
        questions += 1;
        questions > 4
    }
}

/// Plays a game between two players, and returns its actions.
fn play(mut game: Game, players: &mut BySeat<Player>) -> Vec<Action> {
    let mut seen =
        BySeat::from_fn(|seat| SeenGame::new(game.position(), seat, players[seat].level().counts_stores()));
    let mut actions = Vec::new();
    while let Some(seat) = game.to_move() {
        let action = players[seat].choose(&seen[seat], &mut short_time()).expect("the seat is to move");
        game.advance(action).expect("a player chooses a legal action");
        Seat::ALL.iter().for_each(|&seat| seen[seat].see(game.position()));
        actions.push(action);
    }
    actions
}

#[test]
fn players_of_every_level_finish_games_and_the_same_seed_gives_the_same_game() {
    for (weaker, stronger) in Level::ALL.into_iter().zip(Level::ALL.into_iter().skip(4)) {
        let new_players = || BySeat::new(Player::new(weaker, 5), Player::new(stronger, 5));
        // These play one game after the other, and choose as new players do.
        let mut players = new_players();
        for rulespec in RULESPECS {
            let first = play(new_game(rulespec), &mut players);
            let second = play(new_game(rulespec), &mut new_players());
            assert_eq!(first, second, "levels {} and {}: {rulespec}", weaker.number(), stronger.number());
        }
    }
}

#[test]
fn other_seeds_give_other_games_even_at_levels_without_errors() {
    let level = Level::new(6).expect("a level");
    for rulespec in ["ikibuguzo:first", "ikibuguzo:second", "kubuguza", "njombwa:8", "azigo:own-row"] {
        let game = |seed| {
            play(new_game(rulespec), &mut BySeat::new(Player::new(level, seed), Player::new(level, seed)))
        };
        let first = game(1);
        assert!((2..30).any(|seed| game(seed) != first), "{rulespec}");
    }
}

#[test]
fn a_player_made_again_in_the_middle_of_a_game_goes_on_in_the_same_way() {
    let level = Level::new(2).expect("a level");
    let mut player = Player::new(level, 9);
    let mut game = new_game("kubuguza");
    let mut seen = SeenGame::new(game.position(), Seat::South, true);
    for _ in 0..40 {
        if let Some(chosen) = player.choose(&seen, &mut never()) {
            assert_eq!(Player::new(level, 9).choose(&seen, &mut never()), Some(chosen));
        }
        let Some(&action) = game.legal_actions().first() else { return };
        game.advance(action).expect("legal");
        seen.see(game.position());
    }
}

#[test]
fn a_search_keeps_its_budget() {
    for position in random_positions(4, 200) {
        for budget in
            [Budget::of_nodes(1), Budget::of_nodes(777), Budget { laps: 1_500, ..Budget::of_nodes(1 << 40) }]
        {
            let found = search(Settings::default(), &position, budget);
            assert!(found.nodes <= budget.nodes, "{} nodes", found.nodes);
            assert!(found.laps < budget.laps + 256, "{} laps", found.laps);
            assert!(position.is_legal(found.action));
            assert_eq!(found.line.first(), Some(&found.action));
        }
    }
}

#[test]
fn a_search_ends_when_the_time_is_over() {
    let position = *new_game("kubuguza").position();
    let mut questions = 0;
    let mut third_question = || {
        questions += 1;
        questions == 3
    };
    let mut searcher = Searcher::new(Settings::default());
    let found = searcher.search(Task::new(&position, Budget::of_nodes(1 << 40)), &mut third_question);
    assert!(found.expect("in play").nodes < 4 * 1024);
    assert_eq!(questions, 3);
}

#[test]
fn lines_are_legal() {
    for position in random_positions(5, 100) {
        let mut after = position;
        for action in search(Settings::default(), &position, Budget::of_nodes(5_000)).line {
            after.advance(action).expect("legal");
        }
    }
}

#[test]
fn a_player_of_azigo_does_not_depend_on_the_store_that_it_does_not_see() {
    let mut rng = Rng::with_seed(6);
    for _ in 0..60 {
        let holes = BySeat::from_fn(|_| (0..20).map(|_| rng.u8(..4)).collect());
        let ruleset = Ruleset::STANDARD[3];
        let [seen, other] = [9, 25].map(|north| {
            let stores = BySeat::new(5, north);
            let setup = Setup { ruleset, holes: holes.clone(), stores, to_move: Seat::South };
            let position = Position::from_setup(&setup).expect("a setup");
            SeenGame::new(&position, Seat::South, true)
        });
        assert_eq!(seen, other);
    }
}

#[test]
fn a_counting_player_of_azigo_knows_the_store_of_its_opponent() {
    let mut rng = Rng::with_seed(7);
    for rulespec in ["azigo", "azigo:own-row", "azigo:handicap=north"] {
        let mut game = new_game(rulespec);
        let mut seen = SeenGame::new(game.position(), Seat::North, true);
        while game.outcome().is_none() {
            assert_eq!(seen.position(), game.position());
            game.advance(random_action(game.position(), &mut rng)).expect("legal");
            seen.see(game.position());
        }
    }
}
