mod panel;
mod picture;

use crossterm::event::{KeyCode, KeyEvent};
use fastrand::Rng;
use ikibuguzo_protocol::{Event, EventKind, GameView, Seats, ServerMessage, State, Text};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::style::Color;

use super::*;
use crate::full_screen::testing::{SIZES, assert_file, drawn, random_key, text_of};
use crate::game_view::local_game::tests::{open_game, played_events};
use crate::game_view::turn_list::PlayedTurn;

const MOMENT: Moment = Moment {
    now: Some(Timestamp::from_millis(500)),
    elapsed: Duration::ZERO,
    is_answered: true,
    can_send: true,
};

fn table(theme: Theme, size: (u16, u16)) -> Table {
    let settings = TableSettings { theme, shows_sowing: true, auto_forced: false };
    Table::new(TurnList::default(), settings, size)
}

/// A game of these rules as South sees it before its first event.
fn snapshot(rules: &str, change: impl FnOnce(&mut GameView)) -> GameUpdate {
    let mut view = open_game("south").view;
    view.rules = Text(rules.parse().expect("rules"));
    view.players = Seats { south: Some("imbogo-1".parse().expect("a name")), north: None };
    change(&mut view);
    let view = serde_json::to_string(&view).expect("JSON");
    let text = format!(
        r#"{{"type":"game","game":"05cdv44x7ekv","role":"south","delay":0,"head":1,"seq":1,"view":{view}}}"#
    );
    match ServerMessage::parse(&text) {
        Ok(ServerMessage::Game(snapshot)) => GameUpdate::Snapshot(Box::new(snapshot), text),
        other => panic!("{other:?}"),
    }
}

fn event_update(event: &Event) -> GameUpdate {
    GameUpdate::Event(Box::new(event.clone()), String::new())
}

fn update(table: &mut Table, event: TableEvent) -> Vec<TableEffect> {
    table.update(event, MOMENT)
}

fn press(table: &mut Table, code: KeyCode) -> Vec<TableEffect> {
    update(table, TableEvent::Key(KeyEvent::from(code)))
}

fn type_text(table: &mut Table, text: &str) {
    for c in text.chars() {
        press(table, KeyCode::Char(c));
    }
}

/// A table after this many actions of a game, which are shown to their end.
fn played(rules: &str, actions: usize, theme: Theme, size: (u16, u16)) -> Table {
    let mut table = table(theme, size);
    update(&mut table, TableEvent::Update(snapshot(rules, |view| view.previews_agreed = true)));
    for event in &played_events(rules, actions)[2..] {
        update(&mut table, TableEvent::Update(event_update(event)));
    }
    press(&mut table, KeyCode::Char(' '));
    table
}

/// The message that is sent.
fn sent(effects: &[TableEffect]) -> String {
    match effects {
        [TableEffect::Send(message)] => message.to_json(),
        other => panic!("{other:?}"),
    }
}

fn draw(table: &Table) -> Terminal<TestBackend> {
    drawn((table.screen.width, table.screen.height), |frame| table.draw(frame))
}

fn text(table: &Table) -> String {
    text_of(&draw(table))
}

/// Compares a screen with the snapshot of this name.
fn assert_snapshot(name: &str, shown: &str) {
    assert_file(&format!("src/full_screen/table/snapshots/{name}"), shown);
}

#[test]
fn each_screen_is_drawn_as_its_snapshot_and_all_themes_say_the_same() {
    for size in SIZES {
        let states: [(&str, &dyn Fn(Theme) -> Table); 6] = [
            ("kubuguza", &|theme| {
                let mut table = played("kubuguza", 8, theme, size);
                press(&mut table, KeyCode::Right);
                table
            }),
            ("njombwa", &|theme| played("njombwa:8", 26, theme, size)),
            ("azigo", &|theme| played("azigo", 4, theme, size)),
            ("arranging", &|theme| {
                let mut table = table(theme, size);
                let arranging = |view: &mut GameView| {
                    view.players.north = Some("umusambi-2".parse().expect("a name"));
                    view.state = State::Arranging;
                    view.arranged.north = true;
                    view.arrays_offered = ikibuguzo_engine::Array::ALL.map(Text).to_vec();
                };
                update(&mut table, TableEvent::Update(snapshot("ikibuguzo:choice", arranging)));
                table
            }),
            ("typing", &|theme| {
                let mut table = played("kubuguza", 3, theme, size);
                type_text(&mut table, ":say Muraho");
                table
            }),
            ("help", &|theme| {
                let mut table = played("kubuguza", 1, theme, size);
                press(&mut table, KeyCode::Char('?'));
                table
            }),
        ];
        for (name, state) in states {
            let shown = Theme::ALL.map(|theme| text(&state(theme)));
            assert!(shown.iter().all(|screen| *screen == shown[0]), "{name}: a theme says something else");
            assert_snapshot(&format!("{name}-{}x{}.txt", size.0, size.1), &shown[0]);
        }
    }
}

#[test]
fn a_monochrome_screen_has_no_colours_and_the_others_have() {
    for theme in Theme::ALL {
        let mut table = played("kubuguza", 8, theme, SIZES[1]);
        press(&mut table, KeyCode::Right);
        let terminal = draw(&table);
        let is_coloured = terminal.backend().buffer().content.iter().any(|cell| cell.fg != Color::Reset);
        assert_eq!(is_coloured, theme != Theme::Monochrome, "{theme:?}");
    }
}

#[test]
fn keys_choose_a_hole_and_enter_sows_it() {
    let mut table = played("kubuguza", 0, Theme::default(), SIZES[1]);
    press(&mut table, KeyCode::Char('N'));
    assert!(text(&table).contains("N is chosen: Enter sows it"));
    press(&mut table, KeyCode::Left);
    assert!(sent(&press(&mut table, KeyCode::Enter)).contains(r#""action":"O""#));
    press(&mut table, KeyCode::Char('A'));
    assert!(text(&table).contains("O is chosen"), "A cannot be sown");
}

#[test]
fn the_mouse_chooses_a_hole_and_sows_it() {
    let mut table = played("kubuguza", 0, Theme::default(), SIZES[1]);
    let grid = table.grid().expect("a board");
    let (_, rect) = grid.cells.iter().find(|(cell, _)| cell.hole.letter() == 'K').expect("a hole");
    let point = Position::new(rect.x + 1, rect.y);
    assert!(update(&mut table, TableEvent::Click(point)).is_empty());
    assert!(sent(&update(&mut table, TableEvent::Click(point))).contains(r#""action":"K""#));
}

#[test]
fn counters_fall_one_by_one_until_a_key_skips_them() {
    let mut table = played("kubuguza", 0, Theme::default(), SIZES[1]);
    let acted = &played_events("kubuguza", 1)[4];
    update(&mut table, TableEvent::Update(event_update(acted)));
    assert_eq!(table.next_tick(), Some(FRAME_TIME));
    let before = text(&table);
    let mut frames = 0;
    while table.next_tick().is_some() {
        table.update(TableEvent::Tick, Moment { elapsed: FRAME_TIME, ..MOMENT });
        frames += 1;
    }
    assert!(frames > 4 && text(&table) != before);
    assert!(frames * FRAME_TIME.as_millis() < 3_200, "{frames} frames");
    let at_the_end = text(&table);
    press(&mut table, KeyCode::Char('.'));
    assert!(table.next_tick().is_some());
    press(&mut table, KeyCode::Char(' '));
    assert_eq!((table.next_tick(), text(&table)), (None, at_the_end));
}

#[test]
fn the_other_array_would_look_the_same() {
    let screens = ikibuguzo_engine::Array::ALL.map(|array| {
        let mut table = table(Theme::default(), SIZES[1]);
        let sealed = |view: &mut GameView| {
            view.players.north = Some("umusambi-2".parse().expect("a name"));
            view.state = State::Arranging;
            view.arranged.south = true;
            view.sealed = Some(Text(array));
        };
        update(&mut table, TableEvent::Update(snapshot("ikibuguzo:choice", sealed)));
        text(&table)
    });
    assert!(screens[0].contains("arranged and sealed"), "{}", screens[0]);
    assert!(screens.iter().all(|screen| *screen == screens[0]));
}

#[test]
fn a_resignation_is_confirmed_with_a_key() {
    let mut table = played("kubuguza", 2, Theme::default(), SIZES[0]);
    type_text(&mut table, ":resign");
    press(&mut table, KeyCode::Enter);
    assert!(text(&table).contains("Give the game up? yes or no"));
    assert!(press(&mut table, KeyCode::Char('n')).is_empty());
    type_text(&mut table, ":resign");
    press(&mut table, KeyCode::Enter);
    assert!(sent(&press(&mut table, KeyCode::Char('y'))).contains(r#""type":"resign""#));
}

#[test]
fn a_question_is_shown_although_a_hole_is_chosen() {
    let mut table = played("kubuguza", 0, Theme::default(), SIZES[1]);
    press(&mut table, KeyCode::Char('O'));
    type_text(&mut table, ":resign");
    press(&mut table, KeyCode::Enter);
    assert!(text(&table).contains("Give the game up? yes or no"), "{}", text(&table));
    press(&mut table, KeyCode::Char('n'));
    assert!(text(&table).contains("O is chosen"), "{}", text(&table));
    let offered = r#"{"seq":9,"at":0,"kind":"draw_offered","seat":"north"}"#;
    let offered: Event = serde_json::from_str(offered).expect("an event");
    update(&mut table, TableEvent::Update(event_update(&offered)));
    assert!(text(&table).contains("a draw is offered: accept or decline"), "{}", text(&table));
    assert!(sent(&press(&mut table, KeyCode::Char('n'))).contains(r#""type":"answer_draw""#));
}

#[test]
fn a_screen_that_is_too_small_says_so_and_loses_nothing() {
    let mut table = played("azigo", 4, Theme::default(), (80, 24));
    let before = text(&table);
    update(&mut table, TableEvent::Resize(30, 10));
    assert!(text(&table).contains("too small"));
    update(&mut table, TableEvent::Resize(80, 24));
    assert_eq!(text(&table), before);
}

#[test]
fn a_game_that_is_over_stays_and_its_turns_are_shown_again() {
    let mut table = played("kubuguza", 9, Theme::default(), SIZES[1]);
    let ended = r#"{"seq":30,"at":0,"kind":"ended","winner":null,"reason":"aborted"}"#;
    let ended: Event = serde_json::from_str(ended).expect("an event");
    assert!(
        !update(&mut table, TableEvent::Update(event_update(&ended)))
            .iter()
            .any(|effect| { matches!(effect, TableEffect::End(_)) })
    );
    let at_the_end = text(&table);
    assert!(at_the_end.contains("No result: it never really began."), "{at_the_end}");
    press(&mut table, KeyCode::Left);
    assert!(text(&table).contains("Turns: after 8 of 9"), "{}", text(&table));
    press(&mut table, KeyCode::Char('g'));
    let start = text(&table);
    assert!(start.contains("Turns: after 0 of 9") && start.contains("  4   4   4   4"), "{start}");
    press(&mut table, KeyCode::Char(' '));
    let mut ticks = 0;
    while table.next_tick().is_some() {
        let elapsed = table.next_tick().expect("it plays");
        table.update(TableEvent::Tick, Moment { elapsed, ..MOMENT });
        ticks += 1;
    }
    assert!(ticks > 40, "counters fall");
    assert_eq!(text(&table), at_the_end);
}

/// A game that is over after these actions.
fn over(rules: &str, actions: usize, size: (u16, u16)) -> Table {
    let mut table = played(rules, actions, Theme::default(), size);
    let ended = r#"{"seq":99,"at":0,"kind":"ended","winner":null,"reason":"aborted"}"#;
    let ended: Event = serde_json::from_str(ended).expect("an event");
    update(&mut table, TableEvent::Update(event_update(&ended)));
    table
}

#[test]
fn laps_are_stepped_through() {
    let mut table = over("kubuguza", 9, SIZES[1]);
    let laps: usize = table.session.turns().turns().iter().map(PlayedTurn::lap_count).sum();
    let at_the_end = text(&table);
    let mut screens = vec![at_the_end];
    for _ in 0..laps {
        press(&mut table, KeyCode::Up);
        screens.push(text(&table));
    }
    assert!(screens[laps].contains("Turns: after 0 of 9\n"), "{}", screens[laps]);
    assert!(screens.iter().any(|screen| screen.contains("and lap 1 of 2")), "{screens:#?}");
    for screen in screens.iter().rev().skip(1) {
        press(&mut table, KeyCode::Down);
        assert_eq!(text(&table), *screen);
    }
}

#[test]
fn a_chosen_hole_says_what_it_would_do() {
    let mut table = played("kubuguza", 0, Theme::default(), SIZES[1]);
    press(&mut table, KeyCode::Char('O'));
    assert!(text(&table).contains("O is chosen: Enter sows it (1 lap, ends in C)"), "{}", text(&table));
}

#[test]
fn between_people_a_chosen_hole_says_what_it_would_do_only_if_both_agree() {
    let mut table = table(Theme::default(), SIZES[1]);
    update(&mut table, TableEvent::Update(snapshot("kubuguza", |_| {})));
    let events = played_events("kubuguza", 0);
    for event in &events[2..] {
        update(&mut table, TableEvent::Update(event_update(event)));
    }
    press(&mut table, KeyCode::Char('O'));
    assert!(
        text(&table).contains("O is chosen: Enter sows it") && !text(&table).contains("lap"),
        "{}",
        text(&table)
    );
    let seq = events.last().expect("an event").seq + 1;
    let agreed = Event {
        seq,
        at: Timestamp::ZERO,
        kind: EventKind::PreviewsAgreed { offer: seq - 1 },
        closes: Vec::new(),
    };
    update(&mut table, TableEvent::Update(event_update(&agreed)));
    assert!(text(&table).contains("O is chosen: Enter sows it (1 lap, ends in C)"), "{}", text(&table));
}

#[test]
fn an_idle_table_wakes_only_for_its_clock() {
    let mut table = played("kubuguza", 3, Theme::default(), SIZES[1]);
    assert_eq!(table.next_tick(), None);
    let clocks = r#"{"balance":{"south":60000,"north":50000},"running":"south","runs_out_at":60000}"#;
    let game = |view: &mut GameView| view.clocks = Some(serde_json::from_str(clocks).expect("clocks"));
    update(&mut table, TableEvent::Update(snapshot("kubuguza", game)));
    assert_eq!(table.next_tick(), Some(Duration::from_millis(500)), "at the next whole second");
}

#[test]
fn random_keys_and_sizes_never_panic() {
    for (seed, rules) in (0..).zip(["kubuguza", "njombwa:10", "azigo", "azigo:own-row"]) {
        let mut rng = Rng::with_seed(seed);
        let mut table = table(Theme::default(), (80, 24));
        update(&mut table, TableEvent::Update(snapshot(rules, |_| {})));
        for event in &played_events(rules, 40)[2..] {
            update(&mut table, TableEvent::Update(event_update(event)));
            for _ in 0..8 {
                let event = match rng.u8(..8) {
                    0 => TableEvent::Resize(rng.u16(..260), rng.u16(..90)),
                    1 => TableEvent::Click(Position::new(rng.u16(..260), rng.u16(..90))),
                    2 => TableEvent::Paste("七 \u{1b}[2J\n".repeat(rng.usize(..50))),
                    _ => TableEvent::Key(random_key(&mut rng)),
                };
                let moment = Moment { elapsed: Duration::from_millis(rng.u64(..90)), ..MOMENT };
                table.update(event, moment);
            }
            if !table.screen.is_empty() {
                draw(&table);
            }
        }
    }
}
