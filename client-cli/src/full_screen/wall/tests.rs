use fastrand::Rng;
use ikibuguzo_protocol::{Event, Seats, ServerMessage, Text};
use ikibuguzo_testing::repetitions;

use super::*;
use crate::exit::{Exit, Failure};
use crate::full_screen::testing::{SIZES, assert_file, drawn, random_key, text_of};
use crate::game_view::local_game::tests::{open_game, played_events, test_game_id};

const NOW: Option<Timestamp> = Some(Timestamp::from_millis(500));

fn snapshot(rules: &str) -> GameUpdate {
    let mut view = open_game("spectator").view;
    view.rules = Text(rules.parse().expect("rules"));
    view.players = Seats { south: Some("imbogo-1".parse().expect("a name")), north: None };
    let view = serde_json::to_string(&view).expect("JSON");
    let text = format!(
        r#"{{"type":"game","game":"05cdv44x7ekv","role":"spectator","delay":0,"head":2,"seq":2,"view":{view}}}"#
    );
    match ServerMessage::parse(&text) {
        Ok(ServerMessage::Game(snapshot)) => GameUpdate::Snapshot(Box::new(snapshot), text),
        other => panic!("{other:?}"),
    }
}

fn event(event: &Event) -> GameUpdate {
    GameUpdate::Event(Box::new(event.clone()), String::new())
}

/// A wall of nine games after some actions; the last one cannot be watched.
fn wall(theme: Theme, size: (u16, u16)) -> Wall {
    let mut wall = Wall::new(theme, &[test_game_id(); 12]);
    assert_eq!(wall.enter(size).len(), MAX_GAMES);
    let rules = ["kubuguza", "njombwa:8", "kubuguza", "njombwa:8", "kubuguza", "ikibuguzo:first", "kubuguza"];
    for (index, rules) in rules.into_iter().enumerate() {
        wall.update(WallEvent::Update(index, snapshot(rules)), NOW);
        for played in &played_events(rules, 4 * index)[2..] {
            wall.update(WallEvent::Update(index, event(played)), NOW);
        }
    }
    let failure = Failure::new(Exit::Refused, "there is no such game");
    assert_eq!(
        wall.update(WallEvent::Update(8, GameUpdate::Failed(failure)), NOW),
        Some(WallEffect::Forget(8))
    );
    wall
}

fn text(wall: &Wall) -> String {
    text_of(&drawn((wall.screen.width, wall.screen.height), |frame| wall.draw(frame)))
}

fn press(wall: &mut Wall, code: KeyCode) -> Option<WallEffect> {
    wall.update(WallEvent::Key(KeyEvent::from(code)), NOW)
}

#[test]
fn each_screen_is_drawn_as_its_snapshot_and_all_themes_say_the_same() {
    for size in SIZES {
        let shown = Theme::ALL.map(|theme| text(&wall(theme, size)));
        assert!(shown.iter().all(|screen| *screen == shown[0]), "a theme says something else");
        assert_file(&format!("src/full_screen/wall/snapshots/{}x{}.txt", size.0, size.1), &shown[0]);
    }
}

#[test]
fn a_chosen_game_is_enlarged() {
    let mut wall = wall(Theme::default(), (80, 24));
    for (key, selected) in [
        (KeyCode::Right, 1),
        (KeyCode::Down, 4),
        (KeyCode::Left, 3),
        (KeyCode::Up, 0),
        (KeyCode::Up, 0),
        (KeyCode::Left, 0),
    ] {
        assert_eq!(press(&mut wall, key), None);
        assert_eq!(wall.selected, selected, "{key:?}");
    }
    let enlarged = Some(WallEffect::End(WallEnd::Enlarge(test_game_id())));
    assert_eq!(press(&mut wall, KeyCode::Enter), enlarged);
    assert_eq!(press(&mut wall, KeyCode::Char('9')), enlarged);
    let point = Position::new(30, 10);
    assert_eq!(wall.update(WallEvent::Click(point), NOW), None);
    assert_eq!(wall.update(WallEvent::Click(point), NOW), enlarged);
    assert_eq!(press(&mut wall, KeyCode::Char('q')), Some(WallEffect::End(WallEnd::Leave)));
}

#[test]
fn a_rematch_takes_the_place_of_its_game() {
    let mut wall = wall(Theme::default(), (80, 24));
    let rematched = r#"{"seq":30,"at":0,"kind":"rematched","rematch":"15cdv44x7ekv"}"#;
    let rematched: Event = serde_json::from_str(rematched).expect("an event");
    let rematch: GameId = "15cdv44x7ekv".parse().expect("a code");
    let effect = wall.update(WallEvent::Update(2, event(&rematched)), NOW);
    assert_eq!(effect, Some(WallEffect::Follow(2, rematch)));
    assert_eq!(wall.enter((80, 24))[2], rematch);
}

#[test]
fn the_chosen_game_is_on_every_screen() {
    for size in [(26, 8), (40, 24), (60, 20)] {
        let mut wall = wall(Theme::default(), size);
        for number in 1..=MAX_GAMES {
            assert!(text(&wall).contains(&format!(">{number} ")), "{}", text(&wall));
            press(&mut wall, KeyCode::Right);
        }
    }
}

#[test]
fn random_keys_and_sizes_never_panic() {
    for seed in (0..).take(repetitions(20)) {
        let mut rng = Rng::with_seed(seed);
        let mut wall = wall(Theme::default(), (80, 24));
        for _ in 0..200 {
            let event = match rng.u8(..6) {
                0 => WallEvent::Resize(rng.u16(..260), rng.u16(..90)),
                1 => WallEvent::Click(Position::new(rng.u16(..260), rng.u16(..90))),
                _ => WallEvent::Key(random_key(&mut rng)),
            };
            wall.update(event, NOW);
            if !wall.screen.is_empty() {
                text(&wall);
            }
        }
    }
}
