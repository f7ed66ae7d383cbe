use ikibuguzo_engine::{BySeat, Viewer};
use ikibuguzo_protocol::{CompactEvent, Event, EventKind, OfferKind, Role};

use super::event_kind::event_kind;
use super::news::News;
use crate::fact::Entry;
use crate::room::{Effect, Room};

/// An event as each viewer may see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProjectedEvent {
    spectator: Event,
    /// The events that the players see, in games where it can differ from what spectators see.
    players: Option<Box<BySeat<Event>>>,
    news: News,
}

impl ProjectedEvent {
    /// The event of an entry that has just been applied to the room, and has closed these offers.
    pub fn new(entry: &Entry, room: &Room, effect: &Effect, closes: &[OfferKind]) -> Self {
        let seen_by = |viewer| event(entry, room, effect, closes, viewer);
        if !room.options().rules.has_stores() {
            return Self::same_for_all(seen_by(Viewer::Spectator), room);
        }
        if room.outcome().is_some() {
            return Self::same_for_all(seen_by(Viewer::AfterGame), room);
        }
        let players = Some(Box::new(BySeat::from_fn(|seat| seen_by(Viewer::Player(seat)))));
        Self { players, ..Self::same_for_all(seen_by(Viewer::Spectator), room) }
    }

    /// The event of an entry in the log of a finished game, which hides nothing.
    pub fn after_game(entry: &Entry, room: &Room, effect: &Effect, closes: &[OfferKind]) -> Self {
        Self::same_for_all(event(entry, room, effect, closes, Viewer::AfterGame), room)
    }

    fn same_for_all(spectator: Event, room: &Room) -> Self {
        let news = News::new(&spectator.kind, room);
        Self { spectator, players: None, news }
    }

    /// Its number in the log.
    pub fn seq(&self) -> u64 {
        self.spectator.seq
    }

    /// The news of the event for the players.
    pub fn news(&self) -> News {
        self.news
    }

    /// Whether all viewers see the same.
    pub fn is_same_for_all(&self) -> bool {
        self.players.is_none()
    }

    /// The event in the compact form. None if it is no action, or if a viewer sees more than would follow from the
    /// events before it: the log of a finished game shows every store.
    pub fn compact(&self) -> Option<CompactEvent> {
        let Event { seq, at, kind: EventKind::Acted { action, position, .. }, closes } = &self.spectator
        else {
            return None;
        };
        let follows = position.stores.is_none() || self.players.is_some();
        follows.then_some(CompactEvent { seq: *seq, at: *at, action: *action, closes: closes.clone() })
    }

    /// The event as a viewer sees it.
    pub fn to(&self, viewer: Role) -> &Event {
        match (&self.players, viewer.seat()) {
            (Some(players), Some(seat)) => &players[seat],
            _ => &self.spectator,
        }
    }
}

fn event(entry: &Entry, room: &Room, effect: &Effect, closes: &[OfferKind], viewer: Viewer) -> Event {
    let kind = event_kind(&entry.fact, room, effect, viewer);
    Event { seq: entry.seq, at: entry.at, kind, closes: closes.to_vec() }
}
