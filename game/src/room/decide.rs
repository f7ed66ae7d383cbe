//! What a room answers to a command. It decides and changes nothing: the facts take effect when they are stored.

use ikibuguzo_engine::{Action, Array, Game, Ruleset, Seat, Start};
use ikibuguzo_protocol::{Claim, CommandId, EndReason, ErrorCode, GameId, MAX_SAY, Outcome, Text};
use thiserror::Error;

use super::{DecisionContext, GameOptions, Phase, Room};
use crate::fact::Fact;
use crate::player::Player;

/// The most that a seat may say in one game, in messages: what everybody who follows it must read back.
const MAX_SAID: u32 = 100;

/// Something that a player wants of a game.
#[derive(Clone, Debug)]
pub struct Command {
    /// The client's id: the same id again has no second effect.
    pub id: CommandId,
    /// What is wanted.
    pub ask: CommandKind,
}

/// What a player can want.
#[derive(Clone, Debug)]
pub enum CommandKind {
    /// Take the free seat.
    Sit,
    /// Arrange one's side.
    Arrange(Array),
    /// Play an action in answer to a ply.
    Act {
        /// The number of actions that the player has seen.
        ply: u32,
        /// The action, as written.
        action: String,
    },
    /// Give up.
    Resign,
    /// Offer a draw.
    OfferDraw,
    /// Answer a draw offer.
    AnswerDraw {
        /// The `seq` of the offer.
        offer: u64,
        /// Whether to take it.
        accept: bool,
    },
    /// Ask to take back one's last turn.
    OfferTakeback,
    /// Answer the other's wish to take back a turn.
    AnswerTakeback {
        /// The `seq` of the offer.
        offer: u64,
        /// Whether to take it.
        accept: bool,
    },
    /// Offer a rematch; should it begin now, it gets this id.
    OfferRematch(GameId),
    /// Answer a rematch offer.
    AnswerRematch {
        /// The `seq` of the offer.
        offer: u64,
        /// To take it, the id that the new game gets.
        accept: Option<GameId>,
    },
    /// End a game that the opponent has left.
    Claim(Claim),
    /// Say something.
    Say(String),
}

impl CommandKind {
    /// Whether it is a move, of which a client may make as many as are legal.
    pub fn is_move(&self) -> bool {
        matches!(self, Self::Act { .. } | Self::Arrange(_))
    }
}

/// What a room answers to a command that it does not refuse.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The command was done before: this is the `seq` of its first entry.
    Already(u64),
    /// It makes these facts, and perhaps another game.
    New {
        /// What happens, in order; never empty.
        facts: Vec<Fact>,
        /// The rematch that begins.
        rematch: Option<NewRematch>,
    },
}

/// A game that begins out of another one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewRematch {
    /// Its id.
    pub id: GameId,
    /// Its log so far.
    pub facts: Vec<Fact>,
}

/// Why a command is refused. Nothing was changed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{message}")]
pub struct Rejection {
    /// Why, for programs.
    pub code: ErrorCode,
    /// Why, for people.
    pub message: String,
}

impl Rejection {
    /// A refusal.
    pub fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self { code, message: message.into() }
    }
}

/// The first facts of a game: it is created, and these players sit down.
pub fn begin_facts(
    terms: GameOptions,
    rematch_of: Option<GameId>,
    sitting: Vec<(Seat, Player)>,
) -> Vec<Fact> {
    let GameOptions { rules, rules_version, public, clock } = terms;
    let created = Fact::Created {
        rules: Text(rules),
        rules_version,
        public,
        clock: Text(clock),
        rematch_of,
        from_record: None,
    };
    let begun = (sitting.len() == Seat::ALL.len()).then(|| begun(rules)).flatten();
    let seated = sitting.into_iter().map(|(seat, player)| Fact::Seated { seat: Text(seat), player });
    std::iter::once(created).chain(seated).chain(begun).collect()
}

impl Room {
    /// Decides a command, and changes nothing. `id` is this game's own; what time has decided ([`Room::overdue`]) must
    /// have been applied before.
    ///
    /// # Errors
    ///
    /// The refusal, with its code.
    pub fn handle(
        &self,
        id: GameId,
        who: &Player,
        command: &Command,
        here: &DecisionContext,
    ) -> Result<Answer, Rejection> {
        if let Some((player, seq)) = self.commands.get(&command.id) {
            return if *player == who.id { Ok(Answer::Already(*seq)) } else { Err(taken()) };
        }
        if let CommandKind::Sit = command.ask {
            return self.sit(who);
        }
        let seat = self.seat_of(&who.id).ok_or_else(not_a_player)?;
        match &command.ask {
            CommandKind::Sit => self.sit(who),
            CommandKind::Arrange(array) => self.decide_arrange(seat, *array),
            CommandKind::Act { ply, action } => self.decide_act(seat, *ply, action),
            CommandKind::Resign => self.resign(seat),
            CommandKind::OfferDraw => self.decide_offer_draw(seat),
            CommandKind::AnswerDraw { offer, accept } => self.answer_draw(seat, *offer, *accept),
            CommandKind::OfferTakeback => self.decide_offer_takeback(seat),
            CommandKind::AnswerTakeback { offer, accept } => self.answer_takeback(seat, *offer, *accept),
            CommandKind::OfferRematch(next) => self.offer_rematch(id, seat, *next),
            CommandKind::AnswerRematch { offer, accept } => self.answer_rematch(id, seat, *offer, *accept),
            CommandKind::Claim(claim) => self.decide_claim(seat, *claim, here),
            CommandKind::Say(text) => self.say(seat, text),
        }
    }

    fn sit(&self, who: &Player) -> Result<Answer, Rejection> {
        if self.seat_of(&who.id).is_some() {
            return Ok(Answer::Already(self.head));
        }
        let free = Seat::ALL.into_iter().find(|seat| self.seats[*seat].is_none());
        let Some(seat) = free else {
            return Err(Rejection::new(ErrorCode::GameFull, "both seats are taken; you can watch the game"));
        };
        self.not_over()?;
        let seated = Fact::Seated { seat: Text(seat), player: who.clone() };
        many([Some(seated), begun(self.terms.rules), None])
    }

    fn decide_arrange(&self, seat: Seat, array: Array) -> Result<Answer, Rejection> {
        self.not_over()?;
        let mut arrangement = match &self.phase {
            Phase::Seating => return Err(waiting()),
            Phase::Arranging(arrangement) => *arrangement,
            Phase::Playing(_) if self.arrays.is_some() => return Err(arranged_already()),
            Phase::Playing(_) => {
                return Err(Rejection::new(ErrorCode::NotArranging, "this game has no arrangement"));
            }
        };
        if arrangement.chosen(seat).is_some() {
            return Err(arranged_already());
        }
        arrangement
            .choose(seat, array)
            .map_err(|error| Rejection::new(ErrorCode::ArrayNotOffered, error.to_string()))?;
        let arranged = Fact::Arranged { seat: Text(seat), array: Text(array) };
        let revealed = arrangement.reveal();
        let ended = revealed.as_ref().and_then(ended_by_the_rules);
        many([Some(arranged), revealed.map(|_| Fact::Revealed {}), ended])
    }

    fn decide_act(&self, seat: Seat, ply: u32, action: &str) -> Result<Answer, Rejection> {
        self.not_over()?;
        let game = match &self.phase {
            Phase::Seating => return Err(waiting()),
            Phase::Arranging(_) => return Err(still_arranging()),
            Phase::Playing(game) => game,
        };
        check_turn(game, seat, ply)?;
        let action: Action = action.parse().map_err(|error: ikibuguzo_engine::ParseActionError| {
            Rejection::new(ErrorCode::BadAction, error.to_string())
        })?;
        let outcome = game
            .outcome_after(action)
            .map_err(|error| Rejection::new(ErrorCode::IllegalAction, error.to_string()))?;
        let ended = outcome.map(|outcome| Fact::Ended(outcome.into()));
        many([Some(Fact::Acted { seat: Text(seat), action: Text(action) }), ended, None])
    }

    fn resign(&self, seat: Seat) -> Result<Answer, Rejection> {
        self.under_way()?;
        new(Fact::Ended(Outcome { winner: Some(Text(!seat)), reason: EndReason::Resignation }))
    }

    fn say(&self, seat: Seat, text: &str) -> Result<Answer, Rejection> {
        if self.said[seat] >= MAX_SAID {
            let message = format!("a game keeps {MAX_SAID} messages of each player");
            return Err(Rejection::new(ErrorCode::SaidEnough, message));
        }
        let text = text.trim();
        let length = text.chars().count();
        if length > MAX_SAY || text.chars().all(shows_nothing) || text.chars().any(steers) {
            let message = format!("say 1 to {MAX_SAY} characters on one line");
            return Err(Rejection::new(ErrorCode::BadText, message));
        }
        new(Fact::Said { seat: Text(seat), text: text.to_owned() })
    }

    pub(super) fn not_over(&self) -> Result<(), Rejection> {
        if self.outcome.is_some() {
            Err(Rejection::new(ErrorCode::GameOver, "the game is over"))
        } else {
            Ok(())
        }
    }

    pub(super) fn under_way(&self) -> Result<(), Rejection> {
        self.not_over()?;
        if let Phase::Seating = self.phase { Err(waiting()) } else { Ok(()) }
    }

    pub(super) fn being_played(&self) -> Result<&Game, Rejection> {
        self.under_way()?;
        self.game().ok_or_else(still_arranging)
    }
}

/// Control characters, and those that turn the direction of writing or begin a line: what could pretend to be somebody
/// else's words.
fn steers(c: char) -> bool {
    c.is_control() || matches!(c, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Characters that take part in how others look, and are nothing by themselves.
fn shows_nothing(c: char) -> bool {
    c.is_whitespace()
        || matches!(c, '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2060}'..='\u{2064}' | '\u{feff}')
}

fn check_turn(game: &Game, seat: Seat, ply: u32) -> Result<(), Rejection> {
    let played = game.plies();
    if ply != played {
        let message =
            format!("{played} actions have been played, and this one answers {ply}; look at the board again");
        return Err(Rejection::new(ErrorCode::WrongPly, message));
    }
    match game.to_move() {
        Some(to_move) if to_move == seat => Ok(()),
        Some(to_move) => Err(Rejection::new(ErrorCode::NotYourTurn, format!("{to_move} is to move"))),
        None => Err(Rejection::new(ErrorCode::GameOver, "the game is over")),
    }
}

fn ended_by_the_rules(game: &Game) -> Option<Fact> {
    game.outcome().map(|outcome| Fact::Ended(outcome.into()))
}

/// What follows when the second player sits down: games without an arrangement begin.
fn begun(rules: Ruleset) -> Option<Fact> {
    match rules.begin() {
        Start::Play(_) => Some(Fact::Begun {}),
        Start::Arrange(_) => None,
    }
}

pub(super) fn new(fact: Fact) -> Result<Answer, Rejection> {
    Ok(Answer::New { facts: vec![fact], rematch: None })
}

pub(super) fn many(facts: [Option<Fact>; 3]) -> Result<Answer, Rejection> {
    Ok(Answer::New { facts: facts.into_iter().flatten().collect(), rematch: None })
}

fn taken() -> Rejection {
    Rejection::new(
        ErrorCode::CommandIdTaken,
        "the other player has used this command id in this game; choose another",
    )
}

fn not_a_player() -> Rejection {
    Rejection::new(ErrorCode::NotAPlayer, "only the players of this game may do that; you are watching it")
}

fn waiting() -> Rejection {
    Rejection::new(ErrorCode::WaitingForOpponent, "the second player has not come yet")
}

fn still_arranging() -> Rejection {
    Rejection::new(ErrorCode::StillArranging, "both seats arrange their counters first")
}

fn arranged_already() -> Rejection {
    Rejection::new(ErrorCode::AlreadyArranged, "you have arranged your counters already")
}
