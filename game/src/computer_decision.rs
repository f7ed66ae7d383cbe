//! The decision of a computer player on its task.

use std::time::Duration;

use fastrand::Rng;
use ikibuguzo_bot::{EndgameTables, Level, Player as Bot, SeenGame, choose_array};
use ikibuguzo_engine::Seat;
use ikibuguzo_protocol::{ComputerLevel, GameId};

use crate::room::{CommandKind, ComputerTask, ComputerTaskKind, Play};

/// The longest time to think about an action or a draw offer.
pub const MAX_THINKING_TIME: Duration = Duration::from_millis(1_500);

/// The inputs of a computer player's decision.
pub struct ComputerResources<'a> {
    /// The seed of all random choices. The opponent must not know it.
    pub seed: u64,
    /// The id of a rematch; none if there can be no rematch.
    pub rematch: Option<GameId>,
    /// The endgame tables that its level may use.
    pub endgame_tables: &'a EndgameTables,
    /// Returns whether to stop thinking and to decide. It is called often.
    pub should_stop: &'a mut dyn FnMut() -> bool,
}

/// The command with which a computer player does its task; none if `play` does not fit the task.
///
/// It accepts every takeback, every rematch that is possible, and a draw only where it can prove one.
pub fn decide_as_computer(
    task: &ComputerTask,
    play: Option<&Play>,
    resources: ComputerResources<'_>,
) -> Option<CommandKind> {
    let ComputerResources { seed, rematch, endgame_tables, should_stop } = resources;
    let offer = task.answers;
    let level = bot_level(task.level)?;
    let bot = || Bot::new(level, seed).with_endgame_tables(endgame_tables);
    Some(match task.kind {
        ComputerTaskKind::Arrange(offered) => {
            CommandKind::Arrange(choose_array(offered, task.seat, &mut Rng::with_seed(seed)))
        }
        ComputerTaskKind::Act => {
            let action = bot().choose(&seen_game(play?, task.seat, level)?, should_stop)?;
            CommandKind::Act { after: task.answers, action: action.to_string() }
        }
        ComputerTaskKind::AnswerDraw => {
            let accept = bot().sees_draw(&seen_game(play?, task.seat, level)?, should_stop);
            // The opponent may act while the computer player thinks.
            CommandKind::AnswerDraw { offer, accept, after: accept.then_some(task.position_seq) }
        }
        ComputerTaskKind::AnswerTakeback => CommandKind::AnswerTakeback { offer, accept: true },
        ComputerTaskKind::AnswerRematch => CommandKind::AnswerRematch { offer, accept: rematch },
    })
}

fn bot_level(level: ComputerLevel) -> Option<Level> {
    Level::new(level.number())
}

/// The game as the computer player's seat has seen it, without the turns that were taken back.
fn seen_game(play: &Play, seat: Seat, level: Level) -> Option<SeenGame> {
    let mut game = play.initial.clone();
    let mut seen = SeenGame::new(game.position(), seat, level.counts_stores());
    for action in &play.actions {
        game.advance(*action).ok()?;
        seen.see(game.position());
    }
    Some(seen)
}

#[cfg(test)]
mod tests {
    use ikibuguzo_engine::{Game, GameStart, Position, Ruleset};

    use super::*;
    use crate::computer::computer_player;

    fn decide(kind: ComputerTaskKind, level: ComputerLevel, play: Option<&Play>, seed: u64) -> CommandKind {
        let player = computer_player(level);
        let opponent = "a".into();
        let task =
            ComputerTask { player, level, seat: Seat::South, opponent, answers: 4, position_seq: 3, kind };
        let mut searches_left = 20;
        let should_stop = &mut || {
            searches_left -= 1;
            searches_left < 0
        };
        let rematch = "k7wq2m9xra4t".parse().ok();
        let endgame_tables = &EndgameTables::default();
        decide_as_computer(&task, play, ComputerResources { seed, rematch, endgame_tables, should_stop })
            .expect("a decision")
    }

    /// A game of Azigo in which North's store has this number of counters, and South is to move.
    fn azigo_with_store(counters: u8) -> Play {
        let rules: Ruleset = "azigo".parse().expect("rules");
        let GameStart::Play(game) = rules.begin() else { panic!("it has no arrangement") };
        let position = game.position().with_store(Seat::North, counters).expect("a game with stores");
        Play { initial: Game::new(position), actions: Vec::new(), runs_out_at: None }
    }

    #[test]
    fn a_concealed_store_changes_nothing_that_a_computer_player_does() {
        let one = azigo_with_store(9);
        let other = azigo_with_store(14);
        for level in ComputerLevel::ALL {
            for kind in [ComputerTaskKind::Act, ComputerTaskKind::AnswerDraw] {
                let [one, other] =
                    [&one, &other].map(|play| format!("{:?}", decide(kind, level, Some(play), 7)));
                assert_eq!(one, other, "level {}", level.number());
            }
        }
    }

    /// A game whose next turn, whatever it is, ends it with a draw: the 200th quiet one in a row.
    fn drawn_game() -> Play {
        let text = "kubuguza 2,2,2,2,2,2,2,2,0,0,0,0,0,0,0,0 2,2,2,2,2,2,2,2,0,0,0,0,0,0,0,0 - south -/- - 199 300 -";
        let position: Position = text.parse().expect("a position");
        Play { initial: Game::new(position), actions: Vec::new(), runs_out_at: None }
    }

    #[test]
    fn a_draw_is_accepted_only_for_the_board_that_was_looked_at_and_only_if_it_is_one() {
        let answer = |play: &Play| decide(ComputerTaskKind::AnswerDraw, ComputerLevel::ALL[6], Some(play), 1);
        let drawn = answer(&drawn_game());
        assert!(
            matches!(drawn, CommandKind::AnswerDraw { offer: 4, accept: true, after: Some(3) }),
            "{drawn:?}"
        );
        let open = answer(&azigo_with_store(9));
        assert!(matches!(open, CommandKind::AnswerDraw { offer: 4, accept: false, after: None }), "{open:?}");
    }
}
