//! A game as a person plays or watches it, without a terminal: what comes from the game and from the keyboard, and what
//! follows from it. Line mode and the full screen share it.

use std::time::Duration;

use ikibuguzo_protocol::{ClientMessage, Event, EventKind, GameId, Presence, Role, Snapshot, Timestamp};

use super::client_messages::client_message;
use super::clock_announcements::ClockAnnouncements;
use super::input::{Input, PlayerCommand};
use crate::connection::game_connection::update::GameUpdate;
use crate::exit::Failure;
use crate::game_view::event_text::{event_text, outcome_text};
use crate::game_view::local_game::LocalGame;
use crate::game_view::overview::introduction;
use crate::game_view::presence_text::presence_text;
use crate::game_view::prompt::prompt;
use crate::game_view::turn_list::TurnList;
use crate::terminal::sanitize::sanitize;

/// How a session ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SessionEnd {
    /// The user has quit, or there is nothing more to see.
    Left,
    /// The rematch has begun, with this id.
    Rematch(GameId),
}

/// What a session shows or requests, in order.
#[derive(Debug)]
pub enum Effect {
    /// A sentence.
    Say(String),
    /// The help.
    ShowHelp,
    /// The board is shown now, before the sentences that follow.
    ShowBoard,
    /// The board has changed.
    BoardChanged,
    /// The user is called: the game waits for the user, or is over.
    Call,
    /// A message to send.
    Send(ClientMessage),
    /// The session ends as soon as every command is answered, and the answers are shown.
    Leave,
    /// The session ends.
    End(SessionEnd),
    /// The session fails.
    Fail(Failure),
}

/// One game as its user sees it.
pub struct GameSession {
    game: Option<LocalGame>,
    turns: TurnList,
    clock_announcements: ClockAnnouncements,
    /// Whether forced turns are played without asking.
    auto_forced: bool,
    /// The `position_seq` of the position in which an action was played last without asking.
    auto_played_at: Option<u64>,
    /// Whether `resign` was typed and must be confirmed.
    is_confirming_resignation: bool,
    /// Whether the user can still type.
    is_input_open: bool,
    /// Whether the game was not over when the user came.
    was_live: bool,
    /// The `seq` of the newest event that was shown.
    shown_seq: u64,
    /// The `seq` of the newest event that answers a command.
    acknowledged_seq: u64,
}

impl GameSession {
    /// A session before its game is known. `turns`: those that were played before.
    pub fn new(turns: TurnList, auto_forced: bool) -> Self {
        Self {
            game: None,
            turns,
            clock_announcements: ClockAnnouncements::default(),
            auto_forced,
            auto_played_at: None,
            is_confirming_resignation: false,
            is_input_open: true,
            was_live: false,
            shown_seq: 0,
            acknowledged_seq: 0,
        }
    }

    /// The game; none before its snapshot.
    pub fn game(&self) -> Option<&LocalGame> {
        self.game.as_ref()
    }

    /// The turns that were played.
    pub fn turns(&self) -> &TurnList {
        &self.turns
    }

    /// The game and the user's role in it; none if it is over.
    pub fn unfinished_game(&self) -> Option<(GameId, Role)> {
        let game = self.game.as_ref().filter(|game| !game.is_over())?;
        Some((game.id, game.role))
    }

    /// Handles what the connection reports.
    pub fn handle_update(&mut self, update: GameUpdate) -> Vec<Effect> {
        match update {
            GameUpdate::Snapshot(snapshot, _) => self.handle_snapshot(*snapshot, false),
            GameUpdate::SharedSnapshot(snapshot, _) if self.game.is_none() => {
                self.handle_snapshot(*snapshot, true)
            }
            GameUpdate::SharedSnapshot(snapshot, _) => self.change_seat(*snapshot),
            GameUpdate::Event(event, _) => self.handle_event(&event),
            GameUpdate::UnknownEvent(seq, _) => {
                self.shown_seq = seq;
                say("Something happened that this client is too old to show.")
            }
            GameUpdate::Presence(presence, _) => self.handle_presence(presence),
            GameUpdate::Acknowledged(seq, _) => {
                self.acknowledged_seq = seq;
                Vec::new()
            }
            GameUpdate::Refused(refusal, _) => say(format!("No: {}", sanitize(&refusal.message))),
            GameUpdate::Deferred(why) => say(format!("Not yet: {}; trying again …", sanitize(&why))),
            GameUpdate::Disconnected(why) => {
                say(format!("Connection lost ({}); trying to get it back …", sanitize(&why)))
            }
            GameUpdate::Reconnected => say("The connection is back."),
            GameUpdate::Failed(failure) => vec![Effect::Fail(failure)],
        }
    }

    /// Handles a line that was typed.
    pub fn handle_line(&mut self, line: &str) -> Vec<Effect> {
        if std::mem::take(&mut self.is_confirming_resignation) {
            return self.confirm_resignation(line);
        }
        match Input::from(line) {
            Input::Empty => self.forced_action(),
            Input::Help => vec![Effect::ShowHelp],
            Input::Board => vec![Effect::BoardChanged],
            Input::Quit => vec![Effect::Leave],
            Input::Command(PlayerCommand::Resign) if self.can_resign() => {
                self.is_confirming_resignation = true;
                Vec::new()
            }
            Input::Command(command) => self.send(command),
        }
    }

    /// Handles the end of the input: a player leaves, and a spectator goes on watching until the game is over.
    pub fn handle_end_of_input(&mut self) -> Vec<Effect> {
        self.is_input_open = false;
        if self.is_player() { vec![Effect::Leave] } else { self.end_if_nothing_follows() }
    }

    /// Whether the user is asked whether to resign.
    pub fn is_confirming_resignation(&self) -> bool {
        self.is_confirming_resignation
    }

    /// Whether the user is asked something: whether to resign, or to accept an offer.
    pub fn has_question(&self) -> bool {
        self.is_confirming_resignation || self.game.as_ref().is_some_and(|game| game.offer_to_me().is_some())
    }

    /// Whether the user can still type.
    pub fn is_input_open(&self) -> bool {
        self.is_input_open
    }

    /// What happens without input: announcements of clocks, and forced turns. `is_answered`: whether the connection
    /// has answers to all commands.
    pub fn idle_effects(&mut self, now: Option<Timestamp>, is_answered: bool) -> Vec<Effect> {
        let Some(game) = &self.game else { return Vec::new() };
        let announcement = self.clock_announcements.take_due(game, now).map(Effect::Say);
        let mut effects: Vec<Effect> = announcement.into_iter().collect();
        if self.auto_forced && self.is_up_to_date(is_answered) {
            effects.extend(self.auto_play());
        }
        effects
    }

    /// How long until [`Self::idle_effects`] has something to announce.
    pub fn announcement_due_in(&self, now: Option<Timestamp>) -> Option<Duration> {
        self.clock_announcements.due_in(self.game.as_ref()?, now)
    }

    /// The prompt; none while the answer to a command is awaited.
    pub fn prompt(&self, is_answered: bool) -> Option<String> {
        let game = self.game.as_ref().filter(|_| self.is_up_to_date(is_answered))?;
        Some(if self.is_confirming_resignation {
            "Give the game up? yes or no >".to_owned()
        } else {
            prompt(game)
        })
    }

    /// Whether every command is answered, and the events of the answers are shown. `is_answered`: whether the connection
    /// has answers to all commands.
    pub fn is_up_to_date(&self, is_answered: bool) -> bool {
        is_answered && self.shown_seq >= self.acknowledged_seq
    }

    /// Introduces the game. A finished game is shown with its outcome, any other with its last turn. `is_shared`:
    /// whether two people play it at one keyboard.
    fn handle_snapshot(&mut self, snapshot: Snapshot, is_shared: bool) -> Vec<Effect> {
        self.shown_seq = snapshot.seq;
        let Some(mut game) = LocalGame::from_snapshot(snapshot) else { return Vec::new() };
        game.shared_bottom = game.role.seat().filter(|_| is_shared);
        let mut effects = vec![Effect::Say(introduction(&game))];
        if self.game.is_some() {
            self.turns = TurnList::default();
            effects.insert(
                0,
                Effect::Say("The server has lost the last events. The game goes on from here:".to_owned()),
            );
        }
        if let Some(outcome) = game.view.outcome {
            effects.extend([Effect::BoardChanged, Effect::ShowBoard, Effect::Say(outcome_text(outcome))]);
            let rematch = game.view.rematch.game;
            effects.extend(rematch.map(|rematch| Effect::Say(format!("There was a rematch: {rematch}"))));
        } else {
            self.was_live = true;
            if let Some(turn) = self.turns.turns().last() {
                effects.push(Effect::Say(format!("The last turn: {}", turn.text())));
            }
            effects.push(Effect::BoardChanged);
        }
        self.game = Some(game);
        effects.extend(self.end_if_nothing_follows());
        effects
    }

    /// Continues with the other seat. The board is not turned.
    fn change_seat(&mut self, snapshot: Snapshot) -> Vec<Effect> {
        let shared_bottom = self.game.as_ref().and_then(|game| game.shared_bottom);
        self.shown_seq = snapshot.seq;
        self.is_confirming_resignation = false;
        let Some(game) = LocalGame::from_snapshot(snapshot) else { return Vec::new() };
        self.game = Some(LocalGame { shared_bottom, ..game });
        vec![Effect::BoardChanged]
    }

    fn handle_event(&mut self, event: &Event) -> Vec<Effect> {
        let Some(game) = &mut self.game else { return Vec::new() };
        let text = event_text(event, game);
        let was_waiting = game.waits_for_me();
        self.shown_seq = event.seq;
        self.turns.note(event, game);
        game.apply(event);
        let mut effects = Vec::new();
        if changes_drawing(&event.kind) {
            effects.push(Effect::BoardChanged);
        }
        let is_end = matches!(event.kind, EventKind::Ended { .. });
        if is_end {
            self.is_confirming_resignation = false;
            effects.push(Effect::ShowBoard);
        }
        // At one keyboard the turn is taken back at once, without a question.
        if game.shared_bottom.is_some() && matches!(event.kind, EventKind::TakebackOffered { .. }) {
            return Vec::new();
        }
        effects.push(Effect::Say(text));
        let is_joined = matches!(event.kind, EventKind::Seated { .. });
        if game.role.seat().is_some() && (is_end || is_joined || game.waits_for_me() && !was_waiting) {
            effects.push(Effect::Call);
        }
        match event.kind {
            EventKind::Rematched { rematch } => effects.push(Effect::End(SessionEnd::Rematch(rematch))),
            EventKind::Ended { .. } => effects.extend(self.end_if_nothing_follows()),
            _ => {}
        }
        effects
    }

    fn handle_presence(&mut self, presence: Presence) -> Vec<Effect> {
        let Some(game) = &mut self.game else { return Vec::new() };
        let text = presence_text(game.presence.as_ref(), &presence, game);
        game.presence = Some(presence);
        text.filter(|_| !game.is_over()).map(Effect::Say).into_iter().collect()
    }

    fn confirm_resignation(&mut self, line: &str) -> Vec<Effect> {
        if ["yes", "y"].iter().any(|yes| line.trim().eq_ignore_ascii_case(yes)) {
            self.send(PlayerCommand::Resign)
        } else {
            say("You play on.")
        }
    }

    fn send(&self, command: PlayerCommand) -> Vec<Effect> {
        let Some(game) = &self.game else { return Vec::new() };
        match client_message(command, game) {
            Ok(message) => vec![Effect::Send(message)],
            Err(why) => say(format!("No: {why}")),
        }
    }

    fn forced_action(&self) -> Vec<Effect> {
        match self.game.as_ref().and_then(LocalGame::forced_action) {
            Some(action) => self.send(PlayerCommand::Act(action.to_string())),
            None => Vec::new(),
        }
    }

    /// Plays a forced action without asking, once per position: an action that was refused may be refused every time.
    fn auto_play(&mut self) -> Vec<Effect> {
        let position = self.game.as_ref().map(|game| game.position_seq);
        if self.auto_played_at == position {
            return Vec::new();
        }
        self.auto_played_at = position;
        self.forced_action()
    }

    /// Ends the session if the game is over and the user cannot see a rematch of it. A spectator who saw the
    /// end waits for a rematch too, while the input is open.
    fn end_if_nothing_follows(&self) -> Vec<Effect> {
        let waits = |game: &LocalGame| {
            !game.is_over()
                || game.can_have_rematch() && (self.is_player() || self.was_live && self.is_input_open)
        };
        match &self.game {
            Some(game) if !waits(game) => vec![Effect::End(SessionEnd::Left)],
            _ => Vec::new(),
        }
    }

    fn is_player(&self) -> bool {
        self.game.as_ref().is_some_and(|game| game.role.seat().is_some())
    }

    fn can_resign(&self) -> bool {
        self.is_player() && self.game.as_ref().is_some_and(|game| !game.is_over())
    }
}

fn say(text: impl Into<String>) -> Vec<Effect> {
    vec![Effect::Say(text.into())]
}

/// Whether an event changes the drawing of the board.
fn changes_drawing(event: &EventKind) -> bool {
    match event {
        EventKind::Seated { arrays_offered, .. } => !arrays_offered.is_empty(),
        // The stores are shown at the end.
        EventKind::Ended { stores, .. } => stores.is_some(),
        event => crate::game_view::event_text::changes_board(event),
    }
}

#[cfg(test)]
mod tests;
