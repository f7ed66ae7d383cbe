//! The list of turns beside a table.

use ikibuguzo_engine::Seat;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::Paragraph;

use crate::full_screen::table::Table;
use crate::full_screen::theme::Role;
use crate::game_view::turn_list::PlayedTurn;

/// Smallest number of forced turns at the beginning that are folded into one line.
const MIN_FOLDED: usize = 4;

impl Table {
    pub(super) fn draw_turns(&self, frame: &mut Frame, area: Rect) {
        if area.is_empty() {
            return;
        }
        // There are two lines above the turns.
        let rows = usize::from(area.height.saturating_sub(2));
        let turns = self.session.turns().turns();
        // The list ends with the turn after which the board is shown.
        let lines = turn_lines(&turns[..self.replay.shown().unwrap_or(turns.len()).min(turns.len())]);
        let skipped = lines.len().saturating_sub(rows);
        let title = match self.replay.shown() {
            Some(shown) => format!("Turns: after {shown} of {}", turns.len()),
            None => "Turns".to_owned(),
        };
        let lap = self.lap_text().map(|text| Line::styled(text, self.style(Role::Title)));
        let title = Line::styled(title, self.style(Role::Title));
        let shown = lines.into_iter().skip(skipped).map(Line::from);
        let lines = std::iter::once(title).chain(lap).chain(shown);
        frame.render_widget(Paragraph::new(lines.collect::<Vec<_>>()), area);
    }

    /// Which lap of a turn is shown: `and lap 2 of 5`; none between turns.
    fn lap_text(&self) -> Option<String> {
        let turn = self.session.turns().turns().get(self.replay.shown()?)?;
        let laps = Some(self.replay.laps()).filter(|laps| *laps > 0)?;
        Some(format!("and lap {laps} of {}", turn.lap_count()))
    }
}

/// The turns, both seats in a line. Forced turns at the beginning become one line.
fn turn_lines(turns: &[PlayedTurn]) -> Vec<String> {
    let forced = turns.iter().take_while(|turn| turn.is_forced).count();
    let folded = if forced < MIN_FOLDED { 0 } else { forced - forced % 2 };
    let first = (folded > 0).then(|| format!("  1-{}. forced", folded / 2));
    let number = |index: usize| (folded + index) / 2 + 1;
    let rest = turns[folded..].chunks(2).enumerate().map(|(pair, turns)| {
        let notations: Vec<String> = turns.iter().map(PlayedTurn::notation).collect();
        let second = notations.get(1).map_or("", String::as_str);
        let line = match turns[0].seat {
            Seat::South => format!("{:>3}. {:<9} {second}", number(2 * pair), notations[0]),
            Seat::North => format!("{:>3}. {:<9} {}", number(2 * pair), "…", notations[0]),
        };
        line.trim_end().to_owned()
    });
    first.into_iter().chain(rest).collect()
}
