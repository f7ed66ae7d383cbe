//! The fold of events into a view: it gives the view that a snapshot has.

use ikibuguzo_protocol::{Event, EventKind, GameView, Role};

use super::random_games::{VIEWERS, for_each_random_game};
use crate::fact::Entry;
use crate::projection::{self, OpenOffers, ProjectedEvent};
use crate::replay;
use crate::room::{Effect, Room};

/// JSON that must occur in these games; otherwise the comparison would miss something.
const REQUIRED_JSON: [&str; 6] = [
    r#""closes":["draw"]"#,
    r#""closes":["takeback"]"#,
    r#""closes":["draw","takeback"]"#,
    r#""closes":["previews"]"#,
    r#""kind":"berserked""#,
    r#""kind":"excused""#,
];

/// A game as one viewer sees it: each event as it is sent while the game goes on, and the view after it.
pub(super) fn history(log: &[Entry], viewer: Role) -> Vec<(Event, GameView)> {
    let mut room = Room::create(&log[0]).expect("a game");
    let created = ProjectedEvent::new(&log[0], &room, &Effect::default(), &[]);
    let mut history = vec![(created.to(viewer).clone(), projection::view(&room, viewer))];
    for entry in &log[1..] {
        let offers = OpenOffers::of(&room);
        let effect = room.apply(entry).expect("a log");
        let event = ProjectedEvent::new(entry, &room, &effect, &offers.closed_since(&room));
        history.push((event.to(viewer).clone(), projection::view(&room, viewer)));
    }
    history
}

/// Compares a folded view with the view of the room. `next` is the event that follows.
fn expect_same(folded: &GameView, mut of_room: GameView, next: Option<&Event>) {
    // No event names an array before it is revealed.
    if folded.sealed.is_none() {
        of_room.sealed = None;
    }
    // The room has a board once both players are seated. It is sent with `begun`, which is stored with the seats.
    if folded.position.is_none() && matches!(next.map(|next| &next.kind), Some(EventKind::Begun { .. })) {
        of_room.position = None;
    }
    assert_eq!(*folded, of_room);
}

/// Folds the events after the one at `start`, and compares the view after each of them.
pub(super) fn expect_fold(history: &[(Event, GameView)], start: usize, viewer: Role) {
    let mut folded = match start {
        0 => GameView::from_first_event(&history[0].0).expect("the first event creates the game"),
        _ => history[start].1.clone(),
    };
    for index in start..history.len() {
        if index > start {
            folded.apply(&history[index].0, viewer);
        }
        expect_same(&folded, history[index].1.clone(), history.get(index + 1).map(|(event, _)| event));
    }
}

/// The view of a viewer who gets the whole log after the end of the game.
fn folded_after_game(log: &[Entry], viewer: Role) -> GameView {
    let events = replay::events_since(log, 0).expect("a log");
    let mut folded = GameView::from_first_event(events[0].to(viewer)).expect("the game");
    events[1..].iter().for_each(|event| folded.apply(event.to(viewer), viewer));
    folded
}

#[test]
fn events_after_a_snapshot_lead_to_the_next_snapshot() {
    for_each_random_game(89, &REQUIRED_JSON, |table, rng| {
        for viewer in VIEWERS {
            let history = history(&table.log, viewer);
            expect_fold(&history, 0, viewer);
            (0..4).for_each(|_| expect_fold(&history, rng.usize(1..history.len()), viewer));
            let last = history[history.len() - 1].1.clone();
            expect_same(&folded_after_game(&table.log, viewer), last, None);
        }
    });
}

#[test]
fn only_a_game_that_is_created_has_a_first_event() {
    let table = super::Table::new("kubuguza");
    let events = replay::events_since(&table.log, 0).expect("a log");
    let has_view = |event: &ProjectedEvent| GameView::from_first_event(event.to(Role::Spectator)).is_some();
    assert_eq!(events.iter().map(has_view).collect::<Vec<_>>(), [true, false, false, false]);
}
