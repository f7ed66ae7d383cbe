//! A stretch of a finished game as a moving picture: an SVG document in which the counters of every lap fall one by one.
//!
//! The document has no script. Its parts are moved by SMIL (`animate`), which browsers also play in an `img`. If the
//! viewer prefers reduced motion, it shows the last board with nothing moving.

mod drawing;
mod timeline;
mod track;

use ikibuguzo_protocol::{ExploredPosition, GameView};

use timeline::Timeline;

/// Largest number of actions in a picture.
pub const MAX_ACTIONS: usize = 12;

/// A stretch of a finished game.
#[derive(Clone, Debug)]
pub struct MovingImage {
    view: GameView,
    stretch: ExploredPosition,
    /// The number of actions of the whole game.
    plies: usize,
}

impl MovingImage {
    /// The actions of `stretch`, of a game with this many actions. Only the first [`MAX_ACTIONS`] are shown.
    pub fn new(view: GameView, mut stretch: ExploredPosition, plies: usize) -> Self {
        stretch.played.truncate(MAX_ACTIONS);
        Self { view, stretch, plies }
    }

    /// The picture, as an SVG document.
    pub fn svg(&self) -> String {
        let timeline = Timeline::new(*self.stretch.rules, &self.stretch.start, &self.stretch.played);
        drawing::document(&self.view, &self.stretch, self.plies, &timeline)
    }
}
