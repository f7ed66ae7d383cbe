//! What the computer does at a table.

use fastrand::Rng;
use ikibuguzo_bot::{Player, SeenGame, choose_array};
use ikibuguzo_engine::{Action, Ruleset, Seat};
use ikibuguzo_game::room::{CommandKind, Phase, Room};
use ikibuguzo_protocol::{GameId, Offer};

use crate::offline::opponents::Opponents;

/// What the computer does next.
#[derive(Debug)]
pub enum ComputerStep {
    /// Something that needs no search.
    Answer(CommandKind),
    /// It chooses an action in this game.
    Think(SeenGame),
}

/// What the computer does next; none while it waits for the user. `rematch`: the id of a rematch.
///
/// It lets every turn be taken back, plays every rematch, and declines draws.
pub fn next_step(room: &Room, opponents: Opponents, rematch: GameId) -> Option<ComputerStep> {
    let seat = !opponents.human;
    let to_computer =
        |offer: Option<Offer>| offer.filter(|offer| *offer.seat != seat).map(|offer| offer.offer);
    if let Some(offer) = to_computer(room.rematch().offer) {
        let accept = Some(rematch);
        return Some(ComputerStep::Answer(CommandKind::AnswerRematch { offer, accept }));
    }
    if let Some(offer) = to_computer(room.takeback_offer()) {
        return Some(ComputerStep::Answer(CommandKind::AnswerTakeback { offer, accept: true }));
    }
    if let Some(offer) = to_computer(room.draw_offer()) {
        return Some(ComputerStep::Answer(CommandKind::AnswerDraw { offer, accept: false }));
    }
    if room.outcome().is_some() {
        return None;
    }
    match room.phase() {
        Phase::Arranging(arrangement) if arrangement.chosen(seat).is_some() => None,
        Phase::Arranging(_) => arrange(opponents).map(ComputerStep::Answer),
        Phase::Playing(game) if game.to_move() == Some(seat) => {
            seen_game(room, seat, opponents).map(ComputerStep::Think)
        }
        Phase::Seating | Phase::Playing(_) => None,
    }
}

/// The action that the computer chooses; none if it is not to move. `is_over`: whether nobody waits for it any more.
pub fn choose_action(
    game: &SeenGame,
    opponents: Opponents,
    is_over: &mut dyn FnMut() -> bool,
) -> Option<Action> {
    Player::new(opponents.level, opponents.seed).choose(game, is_over)
}

fn arrange(opponents: Opponents) -> Option<CommandKind> {
    let Ruleset::Ikibuguzo { opening } = opponents.rules else { return None };
    let mut rng = Rng::with_seed(opponents.seed);
    Some(CommandKind::Arrange(choose_array(opening, !opponents.human, &mut rng)))
}

/// The game as a seat has seen it, without the turns that were taken back.
fn seen_game(room: &Room, seat: Seat, opponents: Opponents) -> Option<SeenGame> {
    let mut game = room.game_after(0)?;
    let mut seen = SeenGame::new(game.position(), seat, opponents.level.counts_stores());
    for (_, action) in room.actions() {
        game.advance(*action).ok()?;
        seen.see(game.position());
    }
    Some(seen)
}
