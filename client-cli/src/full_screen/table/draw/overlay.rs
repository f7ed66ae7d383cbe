//! A text that covers a table, page by page.

use ratatui::Frame;
use ratatui::text::Line;
use ratatui::widgets::{Block, Clear, Paragraph};

use crate::full_screen::table::{Overlay, Table};

impl Table {
    pub(super) fn draw_overlay(&self, frame: &mut Frame, overlay: &Overlay) {
        let area = frame.area();
        let rows = self.page_rows();
        frame.render_widget(Clear, area);
        let lines = self.overlay_lines(overlay).into_iter().skip(overlay.page * rows).take(rows);
        let title = if overlay.page + 1 < self.page_count(overlay) {
            format!("{}: any key goes on, Esc closes it", overlay.title)
        } else {
            format!("{}: any key closes it", overlay.title)
        };
        frame.render_widget(
            Paragraph::new(lines.collect::<Vec<_>>()).block(Block::bordered().title(title)),
            area,
        );
    }

    fn overlay_lines(&self, overlay: &Overlay) -> Vec<Line<'static>> {
        overlay
            .text
            .split('\n')
            .flat_map(|line| self.wrapped(&format!("{line} "), self.screen.width.saturating_sub(2)))
            .collect()
    }

    /// Number of rows of a page of the text that covers the screen.
    fn page_rows(&self) -> usize {
        usize::from(self.screen.height.saturating_sub(2)).max(1)
    }

    /// How many pages a text has on this screen.
    pub(in crate::full_screen::table) fn page_count(&self, overlay: &Overlay) -> usize {
        self.overlay_lines(overlay).len().div_ceil(self.page_rows())
    }
}
