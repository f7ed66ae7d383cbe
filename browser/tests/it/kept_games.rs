//! Games that a page keeps: they go on after a reload, as if nothing had happened.

use ikibuguzo_engine::Ruleset;
use ikibuguzo_protocol::{ErrorCode, EventKind, ServerMessage, State};
use serde_json::{Value, json};

use crate::client::Client;

/// The newest position of a game as its user sees it: its view, and the number of its newest event.
fn view(client: &mut Client, game: &str) -> (Value, u64) {
    let joined = client.send(&json!({"type": "join", "game": game}));
    let [ServerMessage::Game(snapshot), ..] = &joined[..] else { panic!("{joined:?}") };
    (serde_json::to_value(&snapshot.view).expect("JSON"), snapshot.head)
}

/// Plays the first legal action, or chooses the first array. Returns whether the game goes on.
fn play(client: &mut Client, game: &str) -> bool {
    let (view, head) = view(client, game);
    match view["state"].as_str() {
        Some("arranging") if view["arrays_offered"].is_array() => {
            client.command(game, "arrange", json!({"array": view["arrays_offered"][0]}));
        }
        Some("playing") => {
            let action = &view["position"]["legal"][0];
            client.command(game, "act", json!({"after": head, "action": action}));
        }
        _ => return false,
    }
    client.think();
    true
}

/// A game after some actions, joined.
fn played(client: &mut Client, rules: &str, opponent: &str, actions: usize) -> String {
    let game = client.begin(rules, "south", opponent);
    client.join(&game);
    client.think();
    (0..actions).all(|_| play(client, &game));
    game
}

#[test]
fn a_kept_game_of_each_ruleset_goes_on_as_it_was() {
    for &rules in Ruleset::ALL {
        for opponent in ["bot:2", "gatete"] {
            let mut client = Client::new();
            let game = played(&mut client, &rules.to_string(), opponent, 6);
            let before = (view(&mut client, &game), client.record(&game), client.log(&game).to_vec());
            client.reload();
            client.join(&game);
            let after = (view(&mut client, &game), client.record(&game), client.log(&game).to_vec());
            assert_eq!(before, after, "{rules} against {opponent}");
            while play(&mut client, &game) {}
            assert_eq!(view(&mut client, &game).0["state"], "finished", "{rules} against {opponent}");
        }
    }
}

#[test]
fn a_sealed_array_is_kept_and_not_shown_to_the_other_player() {
    let mut client = Client::new();
    let game = client.begin("ikibuguzo:choice", "south", "gatete");
    client.join(&game);
    client.command(&game, "arrange", json!({"array": "second"}));
    client.reload();
    client.join(&game);
    let (view, _) = view(&mut client, &game);
    assert_eq!((&view["sealed"], &view["arranged"]["south"]), (&Value::Null, &Value::Bool(true)));
    let answered = client.command(&game, "arrange", json!({"array": "first"}));
    let revealed = answered.iter().any(|message| {
        let ServerMessage::Event { event, .. } = message else { return false };
        matches!(event.kind, EventKind::Revealed { .. })
    });
    assert!(revealed, "{answered:?}");
}

#[test]
fn what_was_not_kept_is_dropped_when_the_kept_game_is_resumed() {
    let mut client = Client::new();
    let game = played(&mut client, "kubuguza", "gatete", 2);
    let log = client.log(&game).to_vec();
    let before = view(&mut client, &game);
    client.command(&game, "resign", json!({}));
    let summary = client.ask(&json!({"type": "resume", "game": game, "log": log}));
    assert_eq!(summary["state"], "playing");
    assert_eq!(view(&mut client, &game), before);
}

#[test]
fn a_command_has_one_effect_across_a_reload() {
    let mut client = Client::new();
    let game = client.begin("kubuguza", "south", "bot:1");
    client.join(&game);
    let act = json!({"type": "act", "game": game, "id": "once", "after": 4, "action": "M"});
    client.send(&act);
    client.reload();
    client.join(&game);
    let again = client.send(&act);
    assert!(matches!(again[..], [ServerMessage::Ack { seq: 5, .. }]), "{again:?}");
}

#[test]
fn the_summary_says_who_is_awaited_and_how_the_game_ended() {
    let mut client = Client::new();
    let game = played(&mut client, "azigo", "bot:4", 2);
    let summary = client.ask(&json!({"type": "resume", "game": game, "log": client.log(&game)}));
    assert_eq!(summary["players"], json!({"south": "player", "north": "computer-4"}));
    assert_eq!((&summary["bots"], &summary["my_turn"]), (&json!(["north"]), &Value::Bool(true)));
    client.command(&game, "resign", json!({}));
    let summary = client.ask(&json!({"type": "resume", "game": game, "log": client.log(&game)}));
    assert_eq!(summary["state"], json!(State::Finished));
    assert_eq!(summary["outcome"]["winner"], "north");
    assert!(summary["my_turn"].is_null());
}

#[test]
fn a_damaged_log_is_refused_without_its_content() {
    let mut client = Client::new();
    let game = client.begin("ikibuguzo:choice", "south", "gatete");
    client.join(&game);
    client.command(&game, "arrange", json!({"array": "second"}));
    let log = client.log(&game).to_vec();
    let gap = [&log[..2], &log[3..]].concat();
    let cut = vec![log[0][..20].to_owned()];
    let open = log[..2].to_vec();
    for damaged in [gap, cut, open, Vec::new()] {
        let request = json!({"type": "resume", "game": game, "log": damaged}).to_string();
        assert_eq!(client.refusal(&request), ErrorCode::GameUnreadable);
        assert!(!client.answer_text(&request).contains("second"));
    }
}

#[test]
fn a_game_is_analysed_turn_by_turn_until_it_is_done() {
    let mut client = Client::new();
    let base = json!({"rules": "kubuguza", "actions": "M.n.L"});
    let request = json!({"type": "analyse_game", "game": "k7wq2m9xra4t", "base": base, "nodes": 300});
    for count in 1..=3 {
        let analysis = client.ask(&request);
        assert_eq!(analysis["turns"].as_array().map(Vec::len), Some(count));
        assert_eq!((&analysis["turn_count"], &analysis["done"]), (&json!(3), &json!(count == 3)));
    }
    let other = json!({"type": "analyse_game", "game": "k7wq2m9xra4t", "base": base, "nodes": 200});
    client.ask(&other);
    assert_eq!(
        client.ask(&request)["turns"].as_array().map(Vec::len),
        Some(1),
        "another budget begins at the first turn"
    );
    let wrong = json!({"type": "analyse_game", "game": "k7wq2m9xra4t", "base": {"rules": "kubuguza", "actions": "A"}, "nodes": 1});
    assert_eq!(client.refusal(&wrong.to_string()), ErrorCode::IllegalAction);
}
