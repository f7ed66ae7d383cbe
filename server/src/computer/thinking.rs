//! How long a computer player thinks, and the command that it then sends.

use std::time::Duration;

use ikibuguzo_game::computer_decision::{ComputerResources, decide_as_computer};
use ikibuguzo_game::origin::CommandHash;
use ikibuguzo_game::room::{Command, ComputerTask, Play};

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
    let resources = ComputerResources {
        seed: chance::random(),
        rematch: chance::game_id(),
        is_over: &mut time_limit(play),
    };
    let kind = decide_as_computer(task, play, resources)?;
    let id = format!("computer-{}", task.answers).parse().ok()?;
    Some(Command { id, hash: CommandHash::of("computer"), kind })
}

/// Whether the time to think is over.
fn time_limit(play: Option<&Play>) -> impl FnMut() -> bool {
    let runs_out_at = play.and_then(|play| play.runs_out_at);
    let left = runs_out_at.map(|at| Duration::from_millis(at.saturating_sub(time::now()) / CLOCK_SHARE));
    let limit = left.map_or(MAX_THINKING_TIME, |left| left.min(MAX_THINKING_TIME));
    let watch = Stopwatch::start();
    move || watch.elapsed() >= limit
}
