//! The fold of events into a view: the one place that knows how an event changes what a viewer sees.

use ikibuguzo_engine::{Array, Seat};

use super::{GameView, Offer, Role, State};
use crate::{Event, EventKind, OfferKind, Outcome, PlayerName, PositionView, Seats, Stores, Text, Timestamp};

impl GameView {
    /// The game after its first event; none if the event does not create a game.
    pub fn from_first_event(event: &Event) -> Option<Self> {
        let EventKind::Created { rules, rules_version, public, clock, rated, berserk, .. } = event.kind
        else {
            return None;
        };
        Some(Self {
            rules_version,
            public,
            rated,
            clock,
            created_at: event.at,
            may_berserk: Seats { south: berserk, north: berserk },
            ..Self::open(*rules)
        })
    }

    /// Applies the next event, as the viewer with this role received it.
    ///
    /// The view is then the one that the server would send as a snapshot, except for `sealed`: no event names an array
    /// before it is revealed.
    pub fn apply(&mut self, event: &Event, viewer: Role) {
        for kind in &event.closes {
            *self.offer_mut(*kind) = None;
        }
        if let Some((kind, seat)) = event.kind.offer() {
            *self.offer_mut(kind) = Some(Offer { offer: event.seq, seat });
        }
        if let Some(position) = event.kind.position() {
            self.begin_or_go_on(position);
        }
        self.clocks = event.kind.clocks().or(self.clocks);
        self.apply_kind(&event.kind, event.at, viewer);
    }

    /// Applies what only this kind of event changes.
    fn apply_kind(&mut self, kind: &EventKind, at: Timestamp, viewer: Role) {
        match kind {
            EventKind::Seated { seat, player, bot, arrays_offered, arrange_by } => {
                self.take_seat(**seat, player, *bot);
                self.begin_arrangement(arrays_offered, viewer);
                self.arrange_by = *arrange_by;
            }
            EventKind::Invited { player, open_until } => {
                self.invited = Some(player.clone());
                self.open_until = *open_until;
            }
            EventKind::Declined { reason } => self.declined = Some(*reason),
            EventKind::Arranged { seat, commitment } => {
                *self.arranged.get_mut(**seat) = true;
                self.commitments.get_mut(**seat).clone_from(commitment);
                if viewer.seat() == Some(**seat) {
                    self.arrays_offered.clear();
                }
            }
            EventKind::Revealed { arrays, .. } => self.reveal(*arrays),
            EventKind::Berserked { seat, .. } => {
                *self.may_berserk.get_mut(**seat) = false;
                *self.berserk.get_mut(**seat) = true;
            }
            EventKind::Acted { seat, .. } => *self.may_berserk.get_mut(**seat) = false,
            EventKind::Excused { arrange_by, .. } => self.arrange_by = *arrange_by,
            EventKind::PreviewsAgreed { .. } => self.previews_agreed = true,
            EventKind::Ended { outcome, stores } => self.end(*outcome, *stores, at),
            EventKind::Rematched { rematch } => self.rematch.game = Some(*rematch),
            // All that these change is read from every event.
            EventKind::Created { .. }
            | EventKind::Begun { .. }
            | EventKind::DrawOffered { .. }
            | EventKind::DrawDeclined { .. }
            | EventKind::TakebackOffered { .. }
            | EventKind::TakebackDeclined { .. }
            | EventKind::TakenBack { .. }
            | EventKind::PreviewsOffered { .. }
            | EventKind::PreviewsDeclined { .. }
            | EventKind::Said { .. }
            | EventKind::RematchOffered { .. }
            | EventKind::RematchDeclined { .. } => {}
        }
    }

    /// The open offers.
    pub fn open_offers(&self) -> impl Iterator<Item = (OfferKind, Offer)> + use<> {
        let offers = [
            (OfferKind::Draw, self.draw_offer),
            (OfferKind::Takeback, self.takeback_offer),
            (OfferKind::Previews, self.previews_offer),
            (OfferKind::Rematch, self.rematch.offer),
        ];
        offers.into_iter().filter_map(|(kind, offer)| Some((kind, offer?)))
    }

    fn offer_mut(&mut self, kind: OfferKind) -> &mut Option<Offer> {
        match kind {
            OfferKind::Draw => &mut self.draw_offer,
            OfferKind::Takeback => &mut self.takeback_offer,
            OfferKind::Previews => &mut self.previews_offer,
            OfferKind::Rematch => &mut self.rematch.offer,
        }
    }

    fn take_seat(&mut self, seat: Seat, player: &PlayerName, is_bot: bool) {
        *self.players.get_mut(seat) = Some(player.clone());
        if is_bot {
            self.bots.push(Text(seat));
            self.bots.sort_by_key(|Text(seat)| *seat == Seat::North);
        }
        if self.players.south.is_some() && self.players.north.is_some() {
            self.invited = None;
            self.open_until = None;
            self.state = State::Playing;
        }
    }

    fn begin_arrangement(&mut self, arrays: &[Text<Array>], viewer: Role) {
        if arrays.is_empty() {
            return;
        }
        self.state = State::Arranging;
        self.arrays_offered = viewer.seat().map(|_| arrays.to_vec()).unwrap_or_default();
    }

    fn reveal(&mut self, arrays: Seats<Text<Array>>) {
        self.arrays = Some(arrays);
        self.arrange_by = None;
        self.commitments = Seats::default();
        self.sealed = None;
    }

    fn begin_or_go_on(&mut self, position: &PositionView) {
        self.state = State::Playing;
        self.position = Some(position.clone());
    }

    fn end(&mut self, outcome: Outcome, stores: Option<Stores>, at: Timestamp) {
        self.outcome = Some(outcome);
        self.state = State::Finished;
        self.may_berserk = Seats::default();
        self.arrange_by = None;
        self.arrays_offered.clear();
        self.clocks = self.clocks.map(|clocks| clocks.stopped(at));
        if let Some(position) = &mut self.position {
            position.to_move = None;
            position.legal.clear();
            position.stores = stores;
        }
    }
}
