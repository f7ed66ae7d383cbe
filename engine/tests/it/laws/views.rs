//! Concealment: what a viewer sees does not depend on a store that the viewer may not see (docs/rules/azigo.md).

use fastrand::Rng;
use ikibuguzo_engine::{Action, BySeat, Game, Position, Ruleset, Seat, Setup, Store, Viewer};

use super::random_setup_of;

fn games_that_differ_in_south_store(rng: &mut Rng) -> [Game; 2] {
    let kinds: Vec<Ruleset> = Ruleset::ALL.iter().copied().filter(|rules| rules.has_stores()).collect();
    let setup = random_setup_of(*rng.choice(&kinds).expect("Azigo"), rng);
    let other =
        Setup { stores: BySeat::new(rng.u8(..=setup.stores.south), setup.stores.north), ..setup.clone() };
    [setup, other].map(|setup| Game::new(Position::from_setup(&setup).expect("a setup")))
}

#[test]
fn others_see_the_same_whatever_a_store_holds() {
    let mut rng = Rng::with_seed(12);
    let mut compared = 0;
    for _ in 0..1_000 {
        let [mut game, mut other] = games_that_differ_in_south_store(&mut rng);
        while game.outcome().is_none() && other.outcome().is_none() && game.plies() < 200 {
            for viewer in [Viewer::Player(Seat::North), Viewer::Spectator] {
                let seen = game.seen_by(viewer);
                assert_eq!(seen, other.seen_by(viewer));
                assert_eq!(seen.stores.expect("Azigo has stores").south, Store::Concealed);
                compared += 1;
            }
            // South never enters its store, so both games look the same.
            let common: Vec<Action> = game
                .legal_actions()
                .iter()
                .copied()
                .filter(|action| other.legal_actions().contains(action))
                .collect();
            let entering = |action: &Action| matches!(action, Action::Enter | Action::EnterOpponent);
            let open =
                common.iter().filter(|action| game.to_move() == Some(Seat::North) || !entering(action));
            let open: Vec<&Action> = open.collect();
            let Some(action) = rng.choice(&open) else { break };
            assert_eq!(game.play(**action), other.play(**action), "the laps are the same");
        }
    }
    assert!(compared > 20_000, "{compared} positions compared");
}

#[test]
fn a_position_with_another_store_has_the_legal_actions_of_that_store() {
    let mut rng = Rng::with_seed(41);
    for _ in 0..500 {
        let setup = random_setup_of(Ruleset::STANDARD[3], &mut rng);
        let position = Position::from_setup(&setup).expect("a setup");
        let mut other = setup.clone();
        other.stores[Seat::North] = rng.u8(..=60);
        let expected = Position::from_setup(&other).ok().filter(|_| position.outcome().is_none());
        assert_eq!(position.with_store(Seat::North, other.stores[Seat::North]), expected);
    }
    let kubuguza = Game::from_rulespec("kubuguza").expect("a rulespec");
    assert_eq!(kubuguza.position().with_store(Seat::South, 1), None);
}
