//! The actions that no hole's button stands for, in words: the other way round, the store, a pass.

use ikibuguzo_engine::{Action, Direction};
use ikibuguzo_protocol::{Pending, PositionView};
use maud::{Markup, html};

use super::board::action_of;
use crate::words::Words;

/// The buttons.
pub(super) fn buttons(words: &Words, position: &PositionView) -> Markup {
    let others =
        position.legal.iter().map(|action| **action).filter(|action| !is_on_board(position, *action));
    html! {
        div.choices {
            @for action in others {
                button name="action" value=(action) { (text(words, action, position.pending)) }
            }
        }
    }
}

fn is_on_board(position: &PositionView, action: Action) -> bool {
    matches!(action, Action::Sow { hole, .. } if action_of(position, hole) == Some(action))
}

/// What an action does, as the label of its button.
fn text(words: &Words, action: Action, pending: Option<Pending>) -> String {
    let (hole, direction) = match action {
        Action::Sow { hole, direction } => (hole, direction),
        Action::Enter => return words.text("game.do.enter").to_owned(),
        Action::EnterOpponent => return words.text("game.do.enter-on").to_owned(),
        Action::Pass => return words.text("game.do.pass").to_owned(),
    };
    let way = if direction == Direction::Clockwise { ".clockwise" } else { "" };
    let Some(pending) = pending else {
        return words.fill(&format!("game.do.sow{way}"), &[("hole", hole.as_str())]);
    };
    let verb = if *pending.hole == hole { "sow-on" } else { "leave" };
    let hand = pending.hand.to_string();
    let values = [("hole", hole.as_str()), ("hand", &hand), ("left", pending.hole.as_str())];
    words.fill(&format!("game.do.{verb}{way}"), &values)
}
