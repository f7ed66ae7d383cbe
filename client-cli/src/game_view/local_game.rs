//! The client's copy of a game: a snapshot, updated by the events after it.

use std::time::Duration;

use ikibuguzo_engine::{Action, Seat};
use ikibuguzo_protocol::{
    Event, GameId, GameView, Offer, OfferKind, PlayerName, Presence, Role, Snapshot, State, Text, Timestamp,
};

/// The client's copy of a game, as its viewer may see it.
#[derive(Clone, Debug)]
pub struct LocalGame {
    /// The game's id.
    pub id: GameId,
    /// The viewer's role: a seat or spectator.
    pub role: Role,
    /// The `seq` of the newest event after which the client knows the position to be current.
    pub position_seq: u64,
    /// The game's state.
    pub view: GameView,
    /// Which players are connected; none before the server has sent it.
    pub presence: Option<Presence>,
    /// The seat at the bottom of a board that two people at one keyboard share; none for a single viewer.
    pub shared_bottom: Option<Seat>,
}

impl LocalGame {
    /// The game of a snapshot; none if the snapshot has no state.
    pub fn from_snapshot(snapshot: Snapshot) -> Option<Self> {
        let Snapshot { game: id, role, seq: position_seq, view, .. } = snapshot;
        Some(Self { id, role, position_seq, view: *view?, presence: None, shared_bottom: None })
    }

    /// The game after its first event, as a spectator sees it; none if the event does not create a game.
    pub fn from_first_event(id: GameId, event: &Event) -> Option<Self> {
        let view = GameView::from_first_event(event)?;
        Some(Self {
            id,
            role: Role::Spectator,
            position_seq: event.seq,
            view,
            presence: None,
            shared_bottom: None,
        })
    }

    /// Applies the next event.
    pub fn apply(&mut self, event: &Event) {
        if event.kind.position().is_some() {
            self.position_seq = event.seq;
        }
        self.view.apply(event, self.role);
    }

    /// The seat at the bottom of the board: the viewer's own, or South for a spectator. A shared board is not turned.
    pub fn bottom_seat(&self) -> Seat {
        self.shared_bottom.or(self.role.seat()).unwrap_or(Seat::South)
    }

    /// The name of a seat's player; none if the seat is free.
    pub fn player_name(&self, seat: Seat) -> Option<&PlayerName> {
        self.view.players.get(seat).as_ref()
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.view.outcome.is_some()
    }

    /// Whether it is the viewer's turn.
    pub fn is_my_turn(&self) -> bool {
        let to_move = self.view.position.as_ref().and_then(|position| position.to_move);
        to_move.is_some_and(|seat| Some(*seat) == self.role.seat())
    }

    /// A seat's remaining time in milliseconds at a time of the server's clock; none in games without a clock.
    ///
    /// Without `now`, the time that the server sent last.
    pub fn time_left(&self, seat: Seat, now: Option<Timestamp>) -> Option<Duration> {
        self.view.clocks.map(|clocks| clocks.time_left(seat, now))
    }

    /// When the time for the current turn runs out, in milliseconds of the server's clock; none while no time runs.
    pub fn deadline(&self) -> Option<Timestamp> {
        let clocks = self.view.clocks?;
        clocks.first_turn_by.or(clocks.runs_out_at)
    }

    /// Whether the viewer may halve its own clock now.
    pub fn may_berserk(&self) -> bool {
        let may = |seat| *self.view.may_berserk.get(seat);
        self.view.state == State::Playing && self.role.seat().is_some_and(may)
    }

    /// Whether the game waits for the viewer: to move, to arrange, or to answer an offer.
    pub fn waits_for_me(&self) -> bool {
        self.is_my_turn() || !self.view.arrays_offered.is_empty() || self.offer_to_me().is_some()
    }

    /// Whether the viewer can be offered a rematch: both seats were taken, and there is no rematch yet.
    pub fn can_have_rematch(&self) -> bool {
        let has_both_players = Seat::ALL.into_iter().all(|seat| self.player_name(seat).is_some());
        self.is_over() && has_both_players && self.view.rematch.game.is_none()
    }

    /// Whether the players are shown what an action would do before it is played: not in a game between people, unless
    /// both have agreed or sit at one keyboard.
    pub fn shows_previews(&self) -> bool {
        let has_bot = !self.view.bots.is_empty();
        self.is_over() || has_bot || self.view.previews_agreed || self.shared_bottom.is_some()
    }

    /// The only action that the viewer can play; none if there is a choice or it is not the viewer's turn.
    pub fn forced_action(&self) -> Option<Action> {
        match self.view.position.as_ref().filter(|_| self.is_my_turn())?.legal[..] {
            [Text(only)] => Some(only),
            _ => None,
        }
    }

    /// The offer that the viewer can answer.
    pub fn offer_to_me(&self) -> Option<(OfferKind, Offer)> {
        self.view.open_offers().find(|(_, offer)| self.role.seat() == Some(!*offer.seat))
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use ikibuguzo_engine::{Game, Viewer};
    use ikibuguzo_protocol::{EndReason, EventKind, Lap, PositionView, ServerMessage};

    use super::*;

    /// A game whose other seat is still free, as seen by this role.
    pub(crate) fn open_game(role: &str) -> LocalGame {
        let text = format!(
            r#"{{"type":"game","game":"05cdv44x7ekv","role":"{role}","delay":0,"head":2,"seq":2,
            "view":{{"rules":"ikibuguzo:first","rules_version":1,"public":true,"created_at":0,"state":"open",
            "players":{{"south":"imbogo-1","north":null}},"arranged":{{"south":false,"north":false}},
            "arrays":null,"position":null,"draw_offer":null,
            "rematch":{{"offer":null,"game":null}},"outcome":null}}}}"#
        );
        match ServerMessage::parse(&text) {
            Ok(ServerMessage::Game(snapshot)) => LocalGame::from_snapshot(snapshot).expect("a view"),
            other => panic!("{other:?}"),
        }
    }

    pub(crate) fn test_game_id() -> GameId {
        "05cdv44x7ekv".parse().expect("an id")
    }

    /// The events of a game without arrangement in which the first legal actions were played.
    pub(crate) fn played_events(rules: &str, actions: usize) -> Vec<Event> {
        let mut game = Game::from_rulespec(rules).expect("rules");
        let parse = |text: String| serde_json::from_str::<Event>(&text).expect(&text);
        let mut events = vec![
            parse(format!(
                r#"{{"seq":1,"at":0,"kind":"created","rules":"{rules}","rules_version":1,"public":true}}"#
            )),
            parse(r#"{"seq":2,"at":0,"kind":"seated","seat":"south","player":"imbogo-1"}"#.to_owned()),
            parse(r#"{"seq":3,"at":0,"kind":"seated","seat":"north","player":"umusambi-2"}"#.to_owned()),
        ];
        let position = PositionView::of(&game, Viewer::Spectator);
        events.push(Event {
            seq: 4,
            at: Timestamp::ZERO,
            kind: EventKind::Begun { position, clocks: None },
            closes: Vec::new(),
        });
        for seq in (5..).take(actions) {
            let Some(seat) = game.to_move() else { break };
            let action = game.legal_actions()[0];
            let laps = game.play(action).expect("legal").iter().map(Lap::from).collect();
            let position = PositionView::of(&game, Viewer::Spectator);
            let (seat, action, ply) = (Text(seat), Text(action), game.plies());
            let kind = EventKind::Acted { seat, ply, action, laps, position, receipt: None, clocks: None };
            events.push(Event { seq, at: Timestamp::ZERO, kind, closes: Vec::new() });
        }
        events
    }

    fn apply(game: &mut LocalGame, seq: u64, kind: &str) {
        let text = format!(r#"{{"seq":{seq},"at":0,"kind":{kind}}}"#);
        game.apply(&serde_json::from_str(&text).expect(&text));
    }

    #[test]
    fn the_arrangement_begins_when_the_second_player_sits() {
        let mut game = open_game("south");
        apply(&mut game, 3, r#""seated","seat":"north","player":"umusambi-2","arrays_offered":["first"]"#);
        assert_eq!((game.view.state, game.view.arrays_offered.len()), (State::Arranging, 1));
        apply(&mut game, 4, r#""arranged","seat":"north""#);
        assert_eq!(game.view.arrays_offered.len(), 1);
        apply(&mut game, 5, r#""arranged","seat":"south""#);
        assert_eq!(game.view.arrays_offered.len(), 0);
    }

    #[test]
    fn an_offer_stands_until_it_is_answered_or_ignored() {
        let mut game = open_game("south");
        apply(&mut game, 3, r#""draw_offered","seat":"north""#);
        assert_eq!(game.offer_to_me().map(|(kind, offer)| (kind, offer.offer)), Some((OfferKind::Draw, 3)));
        apply(&mut game, 4, r#""draw_declined","seat":"south","offer":3,"closes":["draw"]"#);
        assert_eq!(game.offer_to_me(), None);
        apply(&mut game, 5, r#""draw_offered","seat":"south""#);
        assert_eq!(game.offer_to_me(), None);
    }

    #[test]
    fn after_the_end_nobody_is_to_move_and_no_clock_runs() {
        let mut game = open_game("south");
        let clocks = r#"{"balance":{"south":60000,"north":50000},"running":"north","runs_out_at":50000}"#;
        game.view.clocks = Some(serde_json::from_str(clocks).expect("clocks"));
        assert_eq!(
            game.time_left(Seat::North, Some(Timestamp::from_millis(10_000))),
            Some(Duration::from_millis(40_000))
        );
        apply(&mut game, 3, r#""ended","winner":"south","reason":"resignation""#);
        assert_eq!(game.view.outcome.map(|outcome| outcome.reason), Some(EndReason::Resignation));
        assert!(!game.is_my_turn());
        assert_eq!(
            game.time_left(Seat::North, Some(Timestamp::from_millis(10_000))),
            Some(Duration::from_millis(50_000)),
            "it ended at 0"
        );
    }
}
