//! Computes the weights of the evaluation from games that the search plays against itself: logistic regression of the
//! winner on the features of every position at the start of a turn.
//!
//! ```sh
//! cargo run --release -p ikibuguzo-bot --example fit -- kubuguza 20000 > kubuguza.rs
//! ```
//!
//! The arguments are rulespecs, separated by commas, and a number of games. It prints a file of
//! `bot/src/evaluation/weights/`. The games are played with the weights of this build.

use fastrand::Rng;
use ikibuguzo_bot::{Budget, Searcher, SeenGame, Settings, Task, Weights, counters_on_board};
use ikibuguzo_engine::{Game, Seat};

/// Budget of one action.
const BUDGET: Budget = Budget { nodes: 2_000, laps: 20_000, depth: 8 };

/// Largest number of random actions at the start of a game, and the share of random actions later, in percent.
const MAX_RANDOM_ACTIONS: u32 = 10;
const RANDOM_LATER: u8 = 2;

const EPOCHS: usize = 12;

/// Step of the descent, and the decay of all weights in each epoch.
const STEP: f64 = 0.05;
const DECAY: f64 = 0.999;

/// A position: the features that are not 0, each once for every stage with a share in it, and the points of the seat to move, from 0 to 1.
struct Sample {
    features: Vec<(u16, f32)>,
    points: f64,
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let rulespecs = arguments.next().expect("rulespecs");
    let games: usize = arguments.next().and_then(|number| number.parse().ok()).expect("a number of games");
    let starts: Vec<_> =
        rulespecs.split(',').map(|text| Game::from_rulespec(text).expect("a rulespec")).collect();
    let mut rng = Rng::with_seed(1);
    let settings = Settings { table_entries: 1024, ..Settings::default() };
    let mut searcher = Searcher::new(settings);
    let mut samples: Vec<_> = (0..games)
        .flat_map(|number| play(starts[number % starts.len()].clone(), &mut searcher, &mut rng))
        .collect();
    rng.shuffle(&mut samples);
    let (fitted, held_out) = samples.split_at(samples.len() / 20 * 19);
    let weights = fit(fitted, Weights::LEN * Weights::for_ruleset(starts[0].ruleset()).stages().count());
    let losses = [loss(fitted, &weights), loss(held_out, &weights)];
    eprintln!(
        "{rulespecs}: {} positions, loss {:.4}, of positions not fitted {:.4}",
        samples.len(),
        losses[0],
        losses[1]
    );
    print(starts[0].ruleset().name(), &weights);
}

/// Plays a game and returns its positions.
fn play(mut game: Game, searcher: &mut Searcher, rng: &mut Rng) -> Vec<Sample> {
    let mut seen = SeenGame::new(game.position(), Seat::South, true);
    let mut samples = Vec::new();
    let random_actions = rng.u32(2..=MAX_RANDOM_ACTIONS);
    let mut choices = 0;
    while let Some(seat) = game.to_move() {
        let actions = game.legal_actions();
        choices += u32::from(actions.len() > 1);
        if game.pending().is_none() && choices > random_actions {
            samples.push((seat, features_of(&game, seat)));
        }
        let is_random = choices <= random_actions || rng.u8(..100) < RANDOM_LATER;
        let action = if is_random || actions.len() == 1 {
            actions[rng.usize(..actions.len())]
        } else {
            let task = Task { past: seen.past(), ..Task::new(game.position(), BUDGET) };
            let finding = searcher.search(task, &mut || false);
            finding.expect("in play").action
        };
        game.advance(action).expect("legal");
        seen.see(game.position());
    }
    let winner = game.outcome().and_then(|outcome| outcome.winner);
    let points = |seat| winner.map_or(0.5, |winner| if winner == seat { 1.0 } else { 0.0 });
    samples.into_iter().map(|(seat, features)| Sample { features, points: points(seat) }).collect()
}

/// The features that are not 0, times the share of each stage. Those of one stage come after all of the stage before.
fn features_of(game: &Game, seat: Seat) -> Vec<(u16, f32)> {
    let mut amounts = [0; Weights::LEN];
    let weights = Weights::for_ruleset(game.ruleset());
    weights.features().for_each(game.position(), seat, |feature, amount| amounts[feature] += amount);
    let shares = weights.stages().shares(counters_on_board(game.position()));
    let shared = shares.iter().flat_map(|share| amounts.iter().map(move |&amount| amount as f32 * share));
    (0..).zip(shared).filter(|(_, amount)| *amount != 0.0).collect()
}

/// Minimises the loss by stochastic gradient descent, with a step for each weight that shrinks with its gradients.
fn fit(samples: &[Sample], count: usize) -> Vec<f64> {
    let mut weights = vec![0.0; count];
    let mut squares = vec![1e-8; count];
    for epoch in 0..EPOCHS {
        let step = STEP * (1.0 - epoch as f64 / EPOCHS as f64);
        for sample in samples {
            let error = sample.points - probability(sample, &weights);
            for &(feature, amount) in &sample.features {
                let gradient = error * f64::from(amount);
                let feature = usize::from(feature);
                squares[feature] += gradient * gradient;
                weights[feature] += step * gradient / squares[feature].sqrt();
            }
        }
        weights.iter_mut().for_each(|weight| *weight *= DECAY);
    }
    weights
}

fn probability(sample: &Sample, weights: &[f64]) -> f64 {
    let logit: f64 = sample
        .features
        .iter()
        .map(|&(feature, amount)| weights[usize::from(feature)] * f64::from(amount))
        .sum();
    1.0 / (1.0 + (-logit).exp())
}

/// The mean logarithmic loss, in nats.
fn loss(samples: &[Sample], weights: &[f64]) -> f64 {
    let one = |sample: &Sample| {
        let probability = probability(sample, weights).clamp(1e-9, 1.0 - 1e-9);
        -sample.points * probability.ln() - (1.0 - sample.points) * (1.0 - probability).ln()
    };
    samples.iter().map(one).sum::<f64>() / samples.len().max(1) as f64
}

fn print(game: &str, weights: &[f64]) {
    println!("//! Weights of {game}, printed by `bot/examples/fit.rs`; docs/BOTS.md has the command.\n");
    println!("use super::Row;\n");
    let stages = weights.len() / Weights::LEN;
    println!("pub(super) static {}_ROWS: [Row; {stages}] = [", game.to_uppercase());
    for row in weights.chunks(Weights::LEN) {
        let row: Vec<_> = row.iter().map(|weight| format!("{}", (weight * 1000.0).round() as i16)).collect();
        println!("    [{}],", row.join(", "));
    }
    println!("];");
}
