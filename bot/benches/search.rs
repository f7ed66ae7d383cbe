//! Benchmarks of the search: `cargo bench -p ikibuguzo-bot`. Throughput is in actions played in the search.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use fastrand::Rng;
use ikibuguzo_bot::{Budget, Searcher, Settings, Task, Weights, evaluate};
use ikibuguzo_engine::{Game, Position};

const GAMES: [&str; 5] = ["ikibuguzo:first", "ikibuguzo:second", "kubuguza", "njombwa:8", "azigo"];

/// Number of actions that each search plays.
const NODES: u64 = 200_000;

/// Makes a position in the middle of a random game whose end a search does not see.
fn undecided_position(rulespec: &str, rng: &mut Rng, searcher: &mut Searcher) -> Position {
    loop {
        let position = middle_game(rulespec, rng);
        let task = Task::new(&position, Budget::of_nodes(2 * NODES));
        let found = searcher.search(task, &mut || false);
        if found.is_some_and(|finding| finding.nodes == 2 * NODES) {
            return position;
        }
    }
}

/// Makes a position in the middle of a random game.
fn middle_game(rulespec: &str, rng: &mut Rng) -> Position {
    let start = *Game::from_rulespec(rulespec).expect("a rulespec").position();
    loop {
        let mut position = start;
        for _ in 0..40 {
            let mut actions = position.iter_actions();
            if actions.len() == 0 {
                break;
            }
            let choice = rng.usize(..actions.len());
            position.advance(actions.nth(choice).expect("as many")).expect("legal");
        }
        if position.outcome().is_none() && position.pending().is_none() {
            return position;
        }
    }
}

fn searches(c: &mut Criterion) {
    let mut group = c.benchmark_group("search");
    group.throughput(Throughput::Elements(NODES)).sample_size(20);
    for rulespec in GAMES {
        let mut rng = Rng::with_seed(3);
        let mut searcher = Searcher::new(Settings::default());
        let positions: Vec<_> =
            (0..20).map(|_| undecided_position(rulespec, &mut rng, &mut searcher)).collect();
        let mut positions = positions.iter().cycle();
        group.bench_function(BenchmarkId::from_parameter(rulespec), |b| {
            b.iter(|| {
                let position = positions.next().expect("endless");
                let task = Task::new(position, Budget::of_nodes(NODES));
                searcher.search(Task { past: &[position.key()], ..task }, &mut || false)
            });
        });
    }
    group.finish();
}

fn evaluations(c: &mut Criterion) {
    let mut group = c.benchmark_group("evaluate");
    for rulespec in GAMES {
        let position = middle_game(rulespec, &mut Rng::with_seed(4));
        let seat = position.to_move().expect("in play");
        let weights = Weights::for_ruleset(position.ruleset());
        group.bench_function(BenchmarkId::from_parameter(rulespec), |b| {
            b.iter(|| evaluate(std::hint::black_box(&position), seat, weights));
        });
    }
    group.finish();
}

criterion_group!(benches, searches, evaluations);
criterion_main!(benches);
