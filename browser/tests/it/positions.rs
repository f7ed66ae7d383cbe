//! Positions, compared with what the crates below answer.

use fastrand::Rng;
use ikibuguzo_engine::{Action, Game, Ruleset, Seat};
use ikibuguzo_game::positions::analyse_position;
use ikibuguzo_game::projection::previews;
use ikibuguzo_protocol::{ExploredPosition, Role};
use serde_json::{Value, json, to_value};

use crate::client::Client;

/// A random beginning of a game: how a request names it, and the game after each of its actions.
fn random_beginning(rules: Ruleset, rng: &mut Rng) -> (Value, Vec<Game>, Vec<Action>) {
    let arrays = json!({"south": "first", "north": "second"});
    let has_arrays = rules.to_string() == "ikibuguzo:choice";
    let rulespec = if has_arrays { "ikibuguzo:first-second".to_owned() } else { rules.to_string() };
    let mut games = vec![Game::from_rulespec(&rulespec).expect("a rulespec")];
    let mut actions = Vec::new();
    for _ in 0..rng.usize(..30) {
        let mut game = games[games.len() - 1].clone();
        let legal = game.legal_actions();
        let Some(&action) = rng.choice(legal.iter()) else { break };
        game.advance(action).expect("legal");
        actions.push(action);
        games.push(game);
    }
    let arrays = if has_arrays { arrays } else { same_arrays(&rulespec) };
    (json!({"rules": rules.to_string(), "arrays": arrays}), games, actions)
}

fn same_arrays(rulespec: &str) -> Value {
    match rulespec.strip_prefix("ikibuguzo:") {
        Some(array) => json!({"south": array, "north": array}),
        None => Value::Null,
    }
}

fn line(actions: &[Action]) -> String {
    actions.iter().map(Action::to_string).collect::<Vec<_>>().join(".")
}

#[test]
fn a_line_from_any_ply_of_a_game_and_from_its_position_is_explored_as_the_server_does() {
    let mut client = Client::new();
    let mut rng = Rng::with_seed(3);
    for &rules in Ruleset::ALL.iter().cycle().take(60) {
        let (mut base, games, actions) = random_beginning(rules, &mut rng);
        let ply = rng.usize(..games.len());
        let played = &actions[ply..];
        base["actions"] = line(&actions[..ply]).into();
        let expected = ExploredPosition::after(games[ply].clone(), played).expect("legal");
        let request =
            json!({"type": "explore", "base": base, "play": (!played.is_empty()).then(|| line(played))});
        assert_eq!(client.ask(&request), to_value(&expected).expect("JSON"));
        let start = Game::new(*games[ply].position());
        let expected = ExploredPosition::after(start, &[]).expect("no action");
        let base = json!({"position": games[ply].position().to_string()});
        assert_eq!(client.ask(&json!({"type": "explore", "base": base})), to_value(&expected).expect("JSON"));
    }
}

#[test]
fn previews_are_those_of_the_viewer() {
    let mut client = Client::new();
    let mut rng = Rng::with_seed(4);
    for &rules in Ruleset::ALL.iter().cycle().take(60) {
        let (mut base, games, actions) = random_beginning(rules, &mut rng);
        base["actions"] = line(&actions).into();
        let game = &games[games.len() - 1];
        for role in [Role::South, Role::North, Role::Spectator] {
            let expected = previews(game.position(), &game.seen_by(role.into()).legal);
            let request = json!({"type": "previews", "base": base, "role": role});
            assert_eq!(client.ask(&request), to_value(expected).expect("JSON"));
        }
    }
}

#[test]
fn a_concealed_store_is_in_no_preview_of_the_opponent() {
    let base = json!({"rules": "azigo", "actions": ""});
    let actions = |role: &str| -> Vec<String> {
        let answer = Client::new().ask(&json!({"type": "previews", "base": base, "role": role}));
        let action = |preview: &Value| preview["action"].as_str().expect("an action").to_owned();
        answer.as_array().expect("previews").iter().map(action).collect()
    };
    assert!(actions("south").contains(&"*".to_owned()));
    assert!(!actions("north").contains(&"*".to_owned()));
    assert_eq!(Game::from_rulespec("azigo").expect("rules").to_move(), Some(Seat::South));
}

#[test]
fn an_analysis_is_that_of_the_server() {
    let mut client = Client::new();
    for rules in Ruleset::STANDARD {
        let (mut base, games, actions) = random_beginning(rules, &mut Rng::with_seed(5));
        base["actions"] = line(&actions).into();
        let expected = analyse_position(games[games.len() - 1].position(), 2_000);
        let request = json!({"type": "analyse", "base": base, "nodes": 2_000});
        assert_eq!(client.ask(&request), to_value(&expected).expect("JSON"));
    }
}
