//! Matchings against all matchings of small graphs.

use fastrand::Rng;
use ikibuguzo_tournament::{Weight, heaviest_matching};

/// The weights of the edges of a graph; none where there is no edge.
type Weights = Vec<Vec<Option<i64>>>;

fn random_weights(rng: &mut Rng, nodes: usize) -> Weights {
    let most = rng.i64(1..=40);
    let density = rng.f64();
    let weight = |rng: &mut Rng| (rng.f64() < density).then(|| rng.i64(1..=most));
    (0..nodes).map(|_| (0..nodes).map(|_| weight(rng)).collect()).collect()
}

/// The sum of the heaviest matching of the nodes that are not taken.
fn heaviest(weights: &Weights, taken: &mut Vec<bool>) -> i64 {
    let Some(one) = taken.iter().position(|taken| !taken) else { return 0 };
    taken[one] = true;
    let mut best = heaviest(weights, taken);
    for other in one + 1..taken.len() {
        let Some(weight) = weights[one][other].filter(|_| !taken[other]) else { continue };
        taken[other] = true;
        best = best.max(weight + heaviest(weights, taken));
        taken[other] = false;
    }
    taken[one] = false;
    best
}

#[test]
fn no_matching_of_a_small_graph_is_heavier() {
    let mut rng = Rng::with_seed(29);
    for _ in 0..3_000 {
        let nodes = rng.usize(0..=9);
        let weights = random_weights(&mut rng, nodes);
        let mates = heaviest_matching(nodes, |one, other| weights[one][other].map(|it| Weight([it])));
        let mut sum = 0;
        for (one, mate) in mates.iter().enumerate() {
            let Some(other) = *mate else { continue };
            assert_eq!(mates[other], Some(one));
            sum += weights[one.min(other)][one.max(other)].expect("an edge");
        }
        assert_eq!(sum / 2, heaviest(&weights, &mut vec![false; nodes]), "{weights:?}");
    }
}

#[test]
fn levels_are_as_one_sum_in_which_each_outweighs_the_later_ones() {
    let mut rng = Rng::with_seed(31);
    for _ in 0..500 {
        let nodes = rng.usize(2..=12);
        let mut level = |most: i64| -> Vec<Vec<i64>> {
            (0..nodes).map(|_| (0..nodes).map(|_| rng.i64(-most..=most)).collect()).collect()
        };
        let second = level(3);
        let third = level(20);
        let sum = |mates: &[Option<usize>]| -> i64 {
            let matched = mates.iter().enumerate().filter_map(|(one, mate)| mate.map(|other| (one, other)));
            let ordered = matched.filter(|(one, other)| one < other);
            ordered.map(|(one, other)| 1_000_000 + 1_000 * second[one][other] + third[one][other]).sum()
        };
        let levels = |one: usize, other: usize| Some(Weight([1, second[one][other], third[one][other]]));
        let single = |one: usize, other: usize| {
            Some(Weight([1_000_000 + 1_000 * second[one][other] + third[one][other]]))
        };
        assert_eq!(sum(&heaviest_matching(nodes, levels)), sum(&heaviest_matching(nodes, single)));
    }
}

#[test]
fn a_large_graph_is_matched_completely_if_each_edge_outweighs_all_differences() {
    let mut rng = Rng::with_seed(30);
    for nodes in [49, 50] {
        let weights: Vec<Vec<i64>> =
            (0..nodes).map(|_| (0..nodes).map(|_| 1_000_000 + rng.i64(0..1_000)).collect()).collect();
        let mates = heaviest_matching(nodes, |one, other| Some(Weight([weights[one][other]])));
        assert_eq!(mates.iter().flatten().count(), nodes / 2 * 2);
    }
}
