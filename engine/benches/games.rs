//! Benchmarks of the games: `cargo bench -p ikibuguzo-engine`.
//!
//! `game/…` plays whole random games, `playout/…` the same without repetition, on a position alone. The other benchmarks use positions of such games.

use std::hint::black_box;

use criterion::{BatchSize, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use fastrand::Rng;
use ikibuguzo_engine::{Action, Game, Position};

const GAMES: [&str; 5] = ["ikibuguzo:first", "ikibuguzo:second", "kubuguza", "njombwa:8", "azigo"];

/// Number of positions in one iteration of a benchmark.
const POSITIONS: usize = 1_000;

fn random_action(game: &Game, rng: &mut Rng) -> Action {
    let actions = game.legal_actions();
    actions[rng.usize(..actions.len())]
}

fn play_out(mut game: Game, rng: &mut Rng) -> Game {
    while game.outcome().is_none() {
        game.advance(random_action(&game, rng)).expect("listed as legal");
    }
    game
}

fn play_out_position(mut position: Position, rng: &mut Rng) -> Position {
    while position.outcome().is_none() {
        let mut actions = position.iter_actions();
        let choice = rng.usize(..actions.len());
        position.advance(actions.nth(choice).expect("as many")).expect("listed as legal");
    }
    position
}

/// Makes positions of random games, with an action for each.
fn positions(rulespec: &str) -> Vec<(Position, Action)> {
    let mut rng = Rng::with_seed(2);
    let start = Game::from_rulespec(rulespec).expect("a rulespec");
    let mut positions = Vec::new();
    while positions.len() < POSITIONS {
        let mut game = start.clone();
        while game.outcome().is_none() {
            let action = random_action(&game, &mut rng);
            if rng.u8(..8) == 0 {
                positions.push((*game.position(), action));
            }
            game.advance(action).expect("listed as legal");
        }
    }
    positions.truncate(POSITIONS);
    positions
}

fn whole_games(c: &mut Criterion) {
    let mut group = c.benchmark_group("game");
    group.throughput(Throughput::Elements(1));
    for rulespec in GAMES {
        let start = Game::from_rulespec(rulespec).expect("a rulespec");
        let mut rng = Rng::with_seed(1);
        group.bench_function(BenchmarkId::from_parameter(rulespec), |b| {
            b.iter(|| play_out(start.clone(), &mut rng));
        });
    }
    group.finish();
}

fn playouts(c: &mut Criterion) {
    let mut group = c.benchmark_group("playout");
    group.throughput(Throughput::Elements(1));
    for rulespec in GAMES {
        let start = *Game::from_rulespec(rulespec).expect("a rulespec").position();
        let mut rng = Rng::with_seed(1);
        group.bench_function(BenchmarkId::from_parameter(rulespec), |b| {
            b.iter(|| play_out_position(start, &mut rng));
        });
    }
    group.finish();
}

fn single_positions(c: &mut Criterion) {
    for rulespec in GAMES {
        let positions = positions(rulespec);
        let mut group = c.benchmark_group(rulespec);
        group.throughput(Throughput::Elements(POSITIONS as u64));
        group.bench_function("list", |b| {
            b.iter(|| {
                positions.iter().map(|(position, _)| black_box(position).legal_actions().len()).sum::<usize>()
            });
        });
        group.bench_function("turn", |b| {
            b.iter_batched_ref(|| positions.clone(), play_each, BatchSize::SmallInput);
        });
        group.bench_function("turn with laps", |b| {
            b.iter_batched_ref(|| positions.clone(), tell_each, BatchSize::SmallInput);
        });
        group.bench_function("copy", |b| b.iter(|| black_box(&positions).clone()));
        group.finish();
    }
}

fn play_each(positions: &mut Vec<(Position, Action)>) {
    for (position, action) in positions {
        position.advance(*action).expect("listed as legal");
    }
}

fn tell_each(positions: &mut Vec<(Position, Action)>) {
    for (position, action) in positions {
        black_box(position.play(*action).expect("listed as legal"));
    }
}

criterion_group!(benches, whole_games, playouts, single_positions);
criterion_main!(benches);
