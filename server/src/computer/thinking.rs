//! How a computer player decides.

use std::time::Duration;

use ikibuguzo_bot::{Level, Player as Bot, SeenGame, choose_array};
use ikibuguzo_engine::Seat;
use ikibuguzo_game::origin::CommandHash;
use ikibuguzo_game::room::{Command, CommandKind, ComputerTask, ComputerTaskKind, Play};
use ikibuguzo_protocol::ComputerLevel;

use crate::chance;
use crate::time::{self, Stopwatch};

/// The longest time to think about an action.
const MAX_THINKING_TIME: Duration = Duration::from_millis(1_500);

/// The part of the remaining time of a clock that an action may take.
const CLOCK_SHARE: u64 = 20;

/// The command with which a computer player does its task; none if there is nothing to do.
///
/// Its id follows from the task, so that a task that two servers do has one effect.
pub(super) fn command_for(task: &ComputerTask, play: Option<&Play>) -> Option<Command> {
    let kind = match task.kind {
        ComputerTaskKind::Arrange(opening) => {
            let mut rng = fastrand::Rng::with_seed(chance::random());
            CommandKind::Arrange(choose_array(opening, task.seat, &mut rng))
        }
        ComputerTaskKind::Act => {
            CommandKind::Act { after: task.answers, action: choose_action(task, play?)? }
        }
        ComputerTaskKind::AnswerDraw => {
            CommandKind::AnswerDraw { offer: task.answers, accept: accepts_draw(task, play?)? }
        }
        ComputerTaskKind::AnswerTakeback => CommandKind::AnswerTakeback { offer: task.answers, accept: true },
        ComputerTaskKind::AnswerRematch => {
            CommandKind::AnswerRematch { offer: task.answers, accept: Some(chance::game_id()) }
        }
    };
    let id = format!("computer-{}", task.answers).parse().ok()?;
    Some(Command { id, hash: CommandHash::of("computer"), kind })
}

fn choose_action(task: &ComputerTask, play: &Play) -> Option<String> {
    let (mut bot, seen) = (bot_of(task.level)?, seen_game(play, task.seat, task.level)?);
    let action = bot.choose(&seen, &mut time_limit(play))?;
    Some(action.to_string())
}

/// A draw is accepted only in a position that is one, as far as the player can tell.
fn accepts_draw(task: &ComputerTask, play: &Play) -> Option<bool> {
    let (mut bot, seen) = (bot_of(task.level)?, seen_game(play, task.seat, task.level)?);
    Some(bot.sees_draw(&seen, &mut time_limit(play)))
}

fn bot_of(level: ComputerLevel) -> Option<Bot> {
    Some(Bot::new(Level::new(level.number())?, chance::random()))
}

/// The game as the computer player's seat sees it.
fn seen_game(play: &Play, seat: Seat, level: ComputerLevel) -> Option<SeenGame> {
    let mut game = play.initial.clone();
    let mut seen = SeenGame::new(game.position(), seat, Level::new(level.number())?.counts_stores());
    for action in &play.actions {
        game.advance(*action).ok()?;
        seen.see(game.position());
    }
    Some(seen)
}

/// Whether the time to think is over.
fn time_limit(play: &Play) -> impl FnMut() -> bool {
    let left = play.runs_out_at.map(|at| Duration::from_millis(at.saturating_sub(time::now()) / CLOCK_SHARE));
    let limit = left.map_or(MAX_THINKING_TIME, |left| left.min(MAX_THINKING_TIME));
    let watch = Stopwatch::start();
    move || watch.elapsed() >= limit
}
