//! What the client knows of a game: a snapshot, kept up to date by the events after it.

use ikibuguzo_engine::{Action, Array, Seat};
use ikibuguzo_protocol::{
    Event, GameId, GameView, Happening, Offer, Outcome, PlayerName, PositionView, Presence, Rematch, Role,
    Seats, Snapshot, State, Stores, Text,
};

use crate::game_view::remaining_time as clock;

/// A game as one viewer knows it.
#[derive(Clone, Debug)]
pub struct Table {
    /// The game.
    pub game: GameId,
    /// What the viewer is to it.
    pub role: Role,
    /// All that is known.
    pub view: GameView,
    /// Who of the players is there, if that is known.
    pub presence: Option<Presence>,
}

/// What can be offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offered {
    /// A draw.
    Draw,
    /// To take back a turn.
    Takeback,
    /// Another game.
    Rematch,
}

impl Table {
    /// A game as a snapshot shows it; none if the snapshot shows nothing.
    pub fn new(snapshot: Snapshot) -> Option<Self> {
        Some(Self { game: snapshot.game, role: snapshot.role, view: snapshot.view?, presence: None })
    }

    /// A game at its first event, as a spectator knows it; none if that is not how a game begins.
    pub fn created(game: GameId, event: &Event) -> Option<Self> {
        let Happening::Created { rules, rules_version, public, clock, .. } = event.what else { return None };
        let view = GameView {
            rules,
            rules_version,
            public,
            clock,
            created_at: event.at,
            state: State::Open,
            players: Seats::default(),
            arranged: Seats::default(),
            sealed: None,
            arrays_offered: Vec::new(),
            arrange_by: None,
            arrays: None,
            position: None,
            clocks: None,
            draw_offer: None,
            takeback_offer: None,
            rematch: Rematch::default(),
            outcome: None,
        };
        Some(Self { game, role: Role::Spectator, view, presence: None })
    }

    /// Takes in what happened next.
    pub fn apply(&mut self, event: &Event) {
        let view = &mut self.view;
        match &event.what {
            Happening::Created { .. } | Happening::Said { .. } => {}
            Happening::Seated { seat, player, arrays_offered, arrange_by } => {
                view.arrange_by = *arrange_by;
                self.seat(**seat, player.clone(), arrays_offered);
            }
            Happening::Arranged { seat } => self.arranged(**seat),
            Happening::Revealed { arrays, position, clock } => {
                (view.arrays, view.clocks, view.arrange_by) = (Some(*arrays), *clock, None);
                self.set(position);
            }
            Happening::Begun { position, clock } => {
                view.clocks = *clock;
                self.set(position);
            }
            Happening::Excused { clock, arrange_by, .. } => {
                (view.clocks, view.arrange_by) = (*clock, *arrange_by);
            }
            Happening::Acted { seat, position, clock, .. } => {
                view.clocks = *clock;
                view.draw_offer = view.draw_offer.filter(|offer| offer.seat == *seat);
                view.takeback_offer = None;
                self.set(position);
            }
            Happening::DrawOffered { seat } => {
                view.draw_offer = Some(Offer { offer: event.seq, seat: *seat });
            }
            Happening::TakebackOffered { seat } => {
                view.takeback_offer = Some(Offer { offer: event.seq, seat: *seat });
            }
            Happening::TakebackDeclined { .. } => view.takeback_offer = None,
            Happening::TakenBack { position, clock, .. } => {
                (view.draw_offer, view.takeback_offer, view.clocks) = (None, None, *clock);
                self.set(position);
            }
            Happening::DrawDeclined { .. } => view.draw_offer = None,
            Happening::Ended { outcome, stores } => self.end(*outcome, *stores, event.at),
            Happening::RematchOffered { seat } => {
                view.rematch.offer = Some(Offer { offer: event.seq, seat: *seat });
            }
            Happening::RematchDeclined { .. } => view.rematch.offer = None,
            Happening::Rematched { rematch } => {
                view.rematch = Rematch { offer: None, game: Some(*rematch) };
            }
        }
    }

    /// The seat that the board is seen from: one's own, South's for a spectator.
    pub fn below(&self) -> Seat {
        self.role.seat().unwrap_or(Seat::South)
    }

    /// Who sits there.
    pub fn player(&self, seat: Seat) -> Option<&PlayerName> {
        self.view.players.get(seat).as_ref()
    }

    /// Whether the viewer's own seat is to act.
    pub fn my_turn(&self) -> bool {
        let to_move = self.view.position.as_ref().and_then(|position| position.to_move);
        to_move.is_some_and(|seat| Some(*seat) == self.role.seat())
    }

    /// What a seat has left at a moment of the server's clock, in milliseconds; none in games without a clock.
    pub fn time_left(&self, seat: Seat, now: Option<u64>) -> Option<u64> {
        self.view.clocks.map(|clocks| clock::left(&clocks, seat, now))
    }

    /// What the viewer's own seat has to play, if there is no choice.
    pub fn forced(&self) -> Option<Action> {
        match self.view.position.as_ref().filter(|_| self.my_turn())?.legal[..] {
            [Text(only)] => Some(only),
            _ => None,
        }
    }

    /// The offer that the viewer could answer, and what it is.
    pub fn offer_to_me(&self) -> Option<(Offered, Offer)> {
        let standing = [
            (Offered::Draw, self.view.draw_offer),
            (Offered::Takeback, self.view.takeback_offer),
            (Offered::Rematch, self.view.rematch.offer),
        ];
        let mut to_me = standing.into_iter().filter_map(|(what, offer)| Some((what, offer?)));
        to_me.find(|(_, offer)| self.role.seat() == Some(!*offer.seat))
    }

    fn seat(&mut self, seat: Seat, player: PlayerName, arrays: &[Text<Array>]) {
        *self.view.players.get_mut(seat) = Some(player);
        if !arrays.is_empty() {
            self.view.state = State::Arranging;
            self.view.arrays_offered = self.role.seat().map(|_| arrays.to_vec()).unwrap_or_default();
        }
    }

    fn arranged(&mut self, seat: Seat) {
        *self.view.arranged.get_mut(seat) = true;
        if self.role.seat() == Some(seat) {
            self.view.arrays_offered.clear();
        }
    }

    fn set(&mut self, position: &PositionView) {
        self.view.sealed = None;
        self.view.state = State::Playing;
        self.view.position = Some(position.clone());
    }

    fn end(&mut self, outcome: Outcome, stores: Option<Stores>, at: u64) {
        self.view.outcome = Some(outcome);
        self.view.state = State::Finished;
        (self.view.draw_offer, self.view.takeback_offer) = (None, None);
        self.view.clocks = self.view.clocks.map(|clocks| clock::stopped(clocks, at));
        self.view.arrays_offered.clear();
        if let Some(position) = &mut self.view.position {
            position.to_move = None;
            position.legal.clear();
            position.stores = stores;
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use ikibuguzo_protocol::{EndReason, ServerMessage};

    use super::*;

    /// A game whose other seat is still free.
    pub(crate) fn table(role: &str) -> Table {
        let text = format!(
            r#"{{"type":"game","game":"05cdv44x7ekv","role":"{role}","delay":0,"head":2,"seq":2,
            "view":{{"rules":"ikibuguzo:first","rules_version":1,"public":true,"created_at":0,"state":"open",
            "players":{{"south":"imbogo-1","north":null}},"arranged":{{"south":false,"north":false}},
            "arrays":null,"position":null,"draw_offer":null,
            "rematch":{{"offer":null,"game":null}},"outcome":null}}}}"#
        );
        match ServerMessage::parse(&text) {
            Ok(ServerMessage::Game(snapshot)) => Table::new(snapshot).expect("a view"),
            other => panic!("{other:?}"),
        }
    }

    fn told(table: &mut Table, seq: u64, kind: &str) {
        let text = format!(r#"{{"seq":{seq},"at":0,"kind":{kind}}}"#);
        table.apply(&serde_json::from_str(&text).expect(&text));
    }

    #[test]
    fn the_second_player_begins_the_arrangement() {
        let mut table = table("south");
        told(&mut table, 3, r#""seated","seat":"north","player":"umusambi-2","arrays_offered":["first"]"#);
        assert_eq!((table.view.state, table.view.arrays_offered.len()), (State::Arranging, 1));
        told(&mut table, 4, r#""arranged","seat":"north""#);
        assert_eq!(table.view.arrays_offered.len(), 1);
        told(&mut table, 5, r#""arranged","seat":"south""#);
        assert_eq!(table.view.arrays_offered.len(), 0);
    }

    #[test]
    fn an_offer_stands_until_it_is_answered_or_passed_over() {
        let mut table = table("south");
        told(&mut table, 3, r#""draw_offered","seat":"north""#);
        assert_eq!(table.offer_to_me().map(|(what, offer)| (what, offer.offer)), Some((Offered::Draw, 3)));
        told(&mut table, 4, r#""draw_declined","seat":"south","offer":3"#);
        assert_eq!(table.offer_to_me(), None);
        told(&mut table, 5, r#""draw_offered","seat":"south""#);
        assert_eq!(table.offer_to_me(), None);
    }

    #[test]
    fn nobody_is_to_move_and_no_clock_runs_when_it_is_over() {
        let mut table = table("south");
        let clocks = r#"{"balance":{"south":60000,"north":50000},"running":"north","runs_out_at":50000}"#;
        table.view.clocks = Some(serde_json::from_str(clocks).expect("clocks"));
        assert_eq!(table.time_left(Seat::North, Some(10_000)), Some(40_000));
        told(&mut table, 3, r#""ended","winner":"south","reason":"resignation""#);
        assert_eq!(table.view.outcome.map(|outcome| outcome.reason), Some(EndReason::Resignation));
        assert!(!table.my_turn());
        assert_eq!(table.time_left(Seat::North, Some(10_000)), Some(50_000), "it ended at 0");
    }
}
