use ikibuguzo_engine::Game;

use super::playing::Playing;

/// A game of which nothing is concealed: proof that everybody may see the engine's game.
#[derive(Clone, Copy, Debug)]
pub struct RevealedGame<'a> {
    playing: &'a Playing,
}

impl<'a> RevealedGame<'a> {
    pub(super) fn new(playing: &'a Playing) -> Self {
        Self { playing }
    }

    /// The engine's game before the first action.
    pub fn initial(self) -> &'a Game {
        &self.playing.initial
    }

    /// The engine's game after a number of actions; none if fewer have been played.
    pub fn after(self, plies: usize) -> Option<Game> {
        self.playing.game_after(plies)
    }
}
