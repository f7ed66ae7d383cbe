use crossterm::event::KeyCode;
use fastrand::Rng;
use ikibuguzo_engine::{Game, Viewer};
use ikibuguzo_protocol::{PositionView, ServerMessage, State};
use ikibuguzo_testing::repetitions;

use super::*;
use crate::args::games_options::StateFilter;
use crate::full_screen::testing::{SIZES, assert_file, drawn, random_key, text_of};
use crate::game_view::local_game::tests::open_game;

/// What is done in the lobby before it is drawn.
type Change<'a> = &'a dyn Fn(&mut Lobby);

/// A listed game; `more` are further fields.
fn game(code: &str, rules: &str, players: [Option<&str>; 2], more: &str) -> GameSummary {
    let [south, north] = players.map(|name| name.map_or("null".to_owned(), |name| format!("{name:?}")));
    let text = format!(
        r#"{{"game":"{code}","rules":"{rules}","public":true,"players":{{"south":{south},"north":{north}}},
        "outcome":null,"created_at":1795246064657,"ended_at":null,{more}}}"#
    );
    serde_json::from_str(&text).expect("a game")
}

fn games() -> Vec<GameSummary> {
    let live = r#""state":"playing","to_move":"south""#;
    vec![
        game("05cdv44x7ekv", "kubuguza", [Some("Amina"), None], r#""state":"open","clock":"fischer:300+5""#),
        game(
            "15cdv44x7ekv",
            "azigo",
            [Some("Amina"), Some("umusambi-2")],
            &format!("{live},\"my_turn\":false"),
        ),
        game("25cdv44x7ekv", "njombwa:8", [Some("imbogo-1"), Some("Ọbịageli")], live),
        game(
            "35cdv44x7ekv",
            "kubuguza",
            [Some("Amina"), Some("imbogo-1")],
            &format!("{live},\"my_turn\":true"),
        ),
    ]
}

fn finished() -> GameSummary {
    let outcome = r#""state":"finished","outcome":{"winner":"south","reason":"no-move"}"#;
    let text = format!(
        r#"{{"game":"45cdv44x7ekv","rules":"kubuguza","public":true,"players":{{"south":"Amina","north":"imbogo-1"}},
        "created_at":1795246064657,"ended_at":1795246064657,{outcome}}}"#
    );
    serde_json::from_str(&text).expect("a game")
}

/// A lobby whose first list was requested, and the request.
fn lobby(size: (u16, u16)) -> (Lobby, ListRequest) {
    let mut lobby = Lobby::new(Theme::default(), (0, 0));
    let request = requested(lobby.enter(size, None));
    (lobby, request)
}

/// The list that is requested.
fn requested(effects: Vec<LobbyEffect>) -> ListRequest {
    match effects.into_iter().next() {
        Some(LobbyEffect::List(request)) => *request,
        other => panic!("{other:?}"),
    }
}

fn update(lobby: &mut Lobby, event: LobbyEvent) -> Vec<LobbyEffect> {
    lobby.update(event, Duration::ZERO)
}

fn press(lobby: &mut Lobby, code: KeyCode) -> Vec<LobbyEffect> {
    update(lobby, LobbyEvent::Key(KeyEvent::from(code)))
}

fn type_text(lobby: &mut Lobby, text: &str) {
    for c in text.chars() {
        press(lobby, KeyCode::Char(c));
    }
}

fn list(
    lobby: &mut Lobby,
    request: ListRequest,
    games: Vec<GameSummary>,
    next: Option<&str>,
) -> Vec<LobbyEffect> {
    let listed = ListedGames { games, next: next.map(str::to_owned), ..ListedGames::default() };
    update(lobby, LobbyEvent::Listed(Box::new(request), Ok(listed)))
}

/// A lobby with games, and the board of the selected one.
fn filled(size: (u16, u16)) -> Lobby {
    let (mut lobby, request) = lobby(size);
    list(&mut lobby, request, games(), None);
    show_board(&mut lobby, games()[0].game);
    lobby
}

/// A lobby of a player who is invited to a game.
fn invited(size: (u16, u16)) -> Lobby {
    let (mut lobby, request) = lobby(size);
    let more = r#""state":"open","invited":"Amina""#;
    let game = game("05cdv44x7ekv", "azigo", [Some("Hassan"), None], more);
    let listed = ListedGames { invitations: vec![game.game], games: vec![game], ..ListedGames::default() };
    update(&mut lobby, LobbyEvent::Listed(Box::new(request), Ok(listed)));
    lobby
}

/// A game that is being played arrives for its preview.
fn show_board(lobby: &mut Lobby, game: GameId) -> Vec<LobbyEffect> {
    let mut view = open_game("spectator").view;
    view.rules = "kubuguza".parse().map(ikibuguzo_protocol::Text).expect("rules");
    view.state = State::Playing;
    let start = Game::from_rulespec("kubuguza").expect("rules");
    view.position = Some(PositionView::of(&start, Viewer::Spectator));
    let view = serde_json::to_string(&view).expect("JSON");
    let text = format!(
        r#"{{"type":"game","game":"{game}","role":"spectator","delay":0,"head":1,"seq":1,"view":{view}}}"#
    );
    match ServerMessage::parse(&text) {
        Ok(ServerMessage::Game(snapshot)) => {
            update(lobby, LobbyEvent::Previewed(game, Some(Box::new(snapshot))))
        }
        other => panic!("{other:?}"),
    }
}

fn text(lobby: &Lobby) -> String {
    text_of(&drawn((lobby.screen.width, lobby.screen.height), |frame| lobby.draw(frame)))
}

#[test]
fn each_screen_is_drawn_as_its_snapshot_and_all_themes_say_the_same() {
    for size in SIZES {
        let states: [(&str, Change); 5] = [
            ("open", &|_| {}),
            ("filter", &|lobby| type_text(lobby, "/--rules kubuguza")),
            ("new-game", &|lobby| {
                type_text(lobby, "n");
                press(lobby, KeyCode::Down);
                press(lobby, KeyCode::Right);
            }),
            ("decline", &|lobby| {
                *lobby = Lobby { theme: lobby.theme, ..invited(size) };
                type_text(lobby, "dj");
            }),
            ("help", &|lobby| type_text(lobby, "?")),
        ];
        for (name, state) in states {
            let shown = Theme::ALL.map(|theme| {
                let mut lobby = Lobby { theme, ..filled(size) };
                state(&mut lobby);
                text(&lobby)
            });
            assert!(shown.iter().all(|screen| *screen == shown[0]), "{name}: a theme says something else");
            let file = format!("src/full_screen/lobby/snapshots/{name}-{}x{}.txt", size.0, size.1);
            assert_file(&file, &shown[0]);
        }
    }
}

#[test]
fn a_selected_game_is_joined_or_watched() {
    let mut lobby = filled((80, 24));
    let end = |effects: Vec<LobbyEffect>| match effects.into_iter().next() {
        Some(LobbyEffect::End(end)) => end,
        other => panic!("{other:?}"),
    };
    assert!(
        matches!(end(press(&mut lobby, KeyCode::Enter)), LobbyEnd::Join(game) if game == games()[0].game)
    );
    press(&mut lobby, KeyCode::Down);
    assert!(
        matches!(end(press(&mut lobby, KeyCode::Enter)), LobbyEnd::Join(game) if game == games()[1].game)
    );
    // The third game has two other players.
    press(&mut lobby, KeyCode::Down);
    assert!(
        matches!(end(press(&mut lobby, KeyCode::Enter)), LobbyEnd::Watch(one) if one == [games()[2].game])
    );
    press(&mut lobby, KeyCode::Char('g'));
    assert!(
        matches!(end(press(&mut lobby, KeyCode::Char('w'))), LobbyEnd::Watch(one) if one == [games()[0].game])
    );
}

#[test]
fn live_games_are_watched_together() {
    let mut lobby = filled((80, 24));
    press(&mut lobby, KeyCode::Down);
    let effects = press(&mut lobby, KeyCode::Char('W'));
    let live: Vec<GameId> = games()[1..].iter().map(|game| game.game).collect();
    assert!(matches!(&effects[..], [LobbyEffect::End(LobbyEnd::Watch(games))] if *games == live));
    let (mut empty, request) = self::lobby((80, 24));
    list(&mut empty, request, vec![finished()], None);
    assert!(press(&mut empty, KeyCode::Char('W')).is_empty() && text(&empty).contains("No live game"));
}

#[test]
fn an_invitation_is_declined_with_a_reason_or_without() {
    let mut lobby = invited((80, 24));
    press(&mut lobby, KeyCode::Char('d'));
    press(&mut lobby, KeyCode::Esc);
    assert!(text(&lobby).contains("Hassan invites Amina"), "Esc declines nothing");
    let declined = |lobby: &mut Lobby, keys: &[KeyCode]| {
        press(lobby, KeyCode::Char('d'));
        let effects = keys.iter().flat_map(|key| press(lobby, *key)).collect::<Vec<_>>();
        match effects[..] {
            [LobbyEffect::Decline(game, reason)] if game == games()[0].game => reason,
            ref other => panic!("{other:?}"),
        }
    };
    assert_eq!(declined(&mut lobby, &[KeyCode::Enter]), None);
    let reason = declined(&mut lobby, &[KeyCode::Down, KeyCode::Down, KeyCode::Enter]);
    assert_eq!(reason, Some(DeclineReason::TooFast));
    let request = requested(update(&mut lobby, LobbyEvent::Declined(Ok(()))));
    list(&mut lobby, request, vec![finished()], None);
    assert!(text(&lobby).contains("The invitation is declined."));
    assert!(press(&mut lobby, KeyCode::Char('d')).is_empty());
    assert!(text(&lobby).contains("You are not invited to this game."));
}

#[test]
fn the_mouse_selects_a_game_and_opens_it() {
    let mut lobby = filled((80, 24));
    let second = Position::new(4, 2);
    assert!(matches!(update(&mut lobby, LobbyEvent::Click(second))[..], [LobbyEffect::Preview(_)]));
    assert!(matches!(
        update(&mut lobby, LobbyEvent::Click(second))[..],
        [LobbyEffect::End(LobbyEnd::Join(_))]
    ));
    assert!(update(&mut lobby, LobbyEvent::Click(Position::new(4, 9))).is_empty());
}

#[test]
fn own_games_that_wait_for_the_player_come_first() {
    let mut own = games();
    own.push(finished());
    tab::sort_own_games(&mut own);
    let codes: Vec<String> = own.iter().map(|game| game.game.to_string()[..1].to_owned()).collect();
    assert_eq!(codes.concat(), "31204");
}

#[test]
fn each_tab_asks_for_its_games_with_the_filter() {
    let (mut lobby, first) = lobby((80, 24));
    let state = |request: &ListRequest| request.options.state.map(StateFilter::as_str);
    assert_eq!(state(&first), Some("open"));
    type_text(&mut lobby, "/--rules kubuguza --min-turns 3");
    let filtered = requested(press(&mut lobby, KeyCode::Enter));
    assert_eq!((state(&filtered), filtered.options.min_turns), (Some("open"), Some(3)));
    let states = [Some("live"), None, Some("finished"), Some("open")];
    for expected in states {
        let request = requested(press(&mut lobby, KeyCode::Tab));
        assert_eq!((state(&request), request.options.rules.as_deref()), (expected, Some("kubuguza")));
    }
    // An answer to an earlier search changes nothing.
    list(&mut lobby, first, games(), None);
    assert!(text(&lobby).contains('…') && !text(&lobby).contains("Amina"));
}

#[test]
fn a_wrong_filter_stays_to_be_corrected() {
    let mut lobby = filled((80, 24));
    type_text(&mut lobby, "/--colour blue");
    assert!(press(&mut lobby, KeyCode::Enter).is_empty());
    let shown = text(&lobby);
    assert!(shown.contains("unexpected argument '--colour'") && shown.contains("/--colour blue"), "{shown}");
    press(&mut lobby, KeyCode::Esc);
    assert!(text(&lobby).contains("> Amina"));
}

#[test]
fn the_next_page_follows_the_last_row_and_a_longer_list_is_left_alone() {
    let (mut lobby, request) = lobby((80, 24));
    list(&mut lobby, request, games(), Some("cursor-2"));
    press(&mut lobby, KeyCode::End);
    let next = requested(press(&mut lobby, KeyCode::Down));
    assert_eq!(next.cursor.as_deref(), Some("cursor-2"));
    assert!(press(&mut lobby, KeyCode::Down).is_empty(), "one request at a time");
    list(&mut lobby, next, vec![finished()], None);
    assert_eq!((lobby.rows().rows.len(), lobby.rows().selected), (5, 3));
    assert_eq!(lobby.next_tick(), None);
}

#[test]
fn a_list_is_asked_for_again_and_the_selection_stays_on_its_game() {
    let mut lobby = filled((80, 24));
    press(&mut lobby, KeyCode::Down);
    let selected = lobby.rows().selected_game().map(|row| row.game);
    let tick = lobby.next_tick().expect("a refresh");
    let request = requested(lobby.update(LobbyEvent::Tick, tick));
    let mut newer = games();
    newer.insert(0, finished());
    list(&mut lobby, request, newer, None);
    assert_eq!(lobby.rows().selected_game().map(|row| row.game), selected);
    let request = requested(lobby.update(LobbyEvent::Tick, REFRESH_TIME));
    update(&mut lobby, LobbyEvent::Listed(Box::new(request), Err("cannot reach the server".to_owned())));
    assert!(text(&lobby).contains("cannot reach the server"));
    assert_eq!(lobby.rows().rows.len(), 5, "the list stays");
}

#[test]
fn one_board_is_asked_for_at_a_time() {
    let (mut lobby, request) = lobby((80, 24));
    let first = list(&mut lobby, request, games(), None);
    assert!(matches!(first[..], [LobbyEffect::Preview(game)] if game == games()[0].game));
    for _ in 0..3 {
        assert!(press(&mut lobby, KeyCode::Down).is_empty());
    }
    let next = show_board(&mut lobby, games()[0].game);
    assert!(matches!(next[..], [LobbyEffect::Preview(game)] if game == games()[3].game));
    let unknown = update(&mut lobby, LobbyEvent::Previewed(games()[3].game, None));
    assert!(unknown.is_empty(), "what cannot be had is not asked for without an end");
}

#[test]
fn random_keys_and_sizes_never_panic() {
    for seed in (0..).take(repetitions(20)) {
        let mut rng = Rng::with_seed(seed);
        let mut lobby = filled((80, 24));
        for _ in 0..200 {
            let event = match rng.u8(..10) {
                0 => LobbyEvent::Resize(rng.u16(..260), rng.u16(..90)),
                1 => LobbyEvent::Click(Position::new(rng.u16(..260), rng.u16(..90))),
                2 => LobbyEvent::Paste("七 \u{1b}[2J\n".repeat(rng.usize(..50))),
                _ => LobbyEvent::Key(random_key(&mut rng)),
            };
            for effect in lobby.update(event, Duration::from_millis(rng.u64(..3_000))) {
                if let LobbyEffect::List(request) = effect {
                    list(&mut lobby, *request, games(), Some("next"));
                }
            }
            if !lobby.screen.is_empty() {
                text(&lobby);
            }
        }
    }
}
