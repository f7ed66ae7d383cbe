//! How long a computer player thinks, and the command that it then sends.

use std::time::Duration;

use ikibuguzo_bot::EndgameTables;
use ikibuguzo_game::computer::computer_command_id;
use ikibuguzo_game::computer_decision::{ComputerResources, MAX_THINKING_TIME, decide_as_computer};
use ikibuguzo_game::origin::CommandHash;
use ikibuguzo_game::room::{Command, ComputerTask, Play};
use ikibuguzo_protocol::Timestamp;

use crate::chance::Chance;
use crate::time::{Clock, Stopwatch};

/// An action may take the remaining time of a clock, divided by this.
const CLOCK_DIVISOR: u32 = 20;

/// What a computer player decides by, beside its game.
#[derive(Clone, Debug)]
pub(crate) struct Thinker {
    /// The clock of this server.
    pub(crate) clock: Clock,
    /// Chooses among good actions.
    pub(crate) chance: Chance,
    /// The endgame tables that levels 7 and 8 use.
    pub(crate) endgame_tables: EndgameTables,
}

impl Thinker {
    /// The command with which a computer player does its task; none if there is nothing to do. It accepts a rematch if
    /// `accepts_rematch`.
    pub(super) fn decide(
        &self,
        task: &ComputerTask,
        play: Option<&Play>,
        accepts_rematch: bool,
    ) -> Option<Command> {
        let resources = ComputerResources {
            seed: self.chance.random(),
            rematch: accepts_rematch.then(|| self.chance.game_id()),
            endgame_tables: &self.endgame_tables,
            should_stop: &mut time_limit(play, self.clock.now()),
        };
        let kind = decide_as_computer(task, play, resources)?;
        Some(Command { id: computer_command_id(task.answers), hash: CommandHash::of("computer"), kind })
    }
}

/// Returns whether the time to think is over.
fn time_limit(play: Option<&Play>, now: Timestamp) -> impl FnMut() -> bool {
    let limit = thinking_time(play.and_then(|play| play.runs_out_at), now);
    let watch = Stopwatch::start();
    move || watch.elapsed() >= limit
}

/// How long to think about an action, if the clock runs out at a time.
fn thinking_time(runs_out_at: Option<Timestamp>, now: Timestamp) -> Duration {
    let share = |at: Timestamp| at.saturating_since(now) / CLOCK_DIVISOR;
    runs_out_at.map_or(MAX_THINKING_TIME, |at| share(at).min(MAX_THINKING_TIME))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_action_takes_a_small_part_of_the_time_that_is_left() {
        let at = Timestamp::from_millis;
        assert_eq!(thinking_time(None, at(1_000)), MAX_THINKING_TIME);
        assert_eq!(thinking_time(Some(at(601_000)), at(1_000)), MAX_THINKING_TIME);
        assert_eq!(thinking_time(Some(at(3_000)), at(1_000)), Duration::from_millis(100));
        assert_eq!(thinking_time(Some(at(900)), at(1_000)), Duration::ZERO);
    }
}
