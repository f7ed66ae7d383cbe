//! The circuit of a sowing in Azigo.

/// The circuit in which a hole of Azigo is sown (docs/rules/azigo.md, A turn).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Circuit {
    /// All forty holes: the own row, then the opponent's.
    Board,
    /// The own row alone.
    OwnRow,
}
