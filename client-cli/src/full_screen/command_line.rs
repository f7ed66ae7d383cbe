//! A line that is typed in the last row of the screen.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use crate::terminal::line_editor::LineEditor;

/// Draws the line after a mark, with the cursor in it.
pub fn draw_command_line(frame: &mut Frame, area: Rect, mark: &str, editor: &LineEditor) {
    let before = format!("{mark}{}", editor.before_cursor());
    let width = Span::from(before.as_str()).width();
    // A long line is shown up to its cursor.
    let hidden = width.saturating_sub(usize::from(area.width).saturating_sub(1));
    let text: String = format!("{mark}{}", editor.text()).chars().skip(hidden).collect();
    frame.render_widget(Line::from(text), area);
    let column = u16::try_from(width - hidden).unwrap_or_default();
    frame.set_cursor_position((area.x + column.min(area.width.saturating_sub(1)), area.y));
}
