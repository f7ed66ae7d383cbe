use ikibuguzo_engine::{Arrangement, Game};

/// The phase of a game. A game can end in every phase.
#[derive(Clone, Debug)]
pub enum Phase {
    /// A seat is free.
    Seating,
    /// The players choose their opening arrays, hidden from each other.
    Arranging(Arrangement),
    /// The game is being played, or has been played.
    Playing(Game),
}
