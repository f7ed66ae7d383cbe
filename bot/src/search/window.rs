//! The window of a search.

/// A bound above every value.
pub(super) const INFINITE: i32 = 32_000;

/// The values between which the exact value matters.
#[derive(Clone, Copy)]
pub(super) struct Window {
    pub(super) alpha: i32,
    pub(super) beta: i32,
}

impl Window {
    pub(super) const FULL: Window = Window { alpha: -INFINITE, beta: INFINITE };

    /// The window as the opponent sees it.
    pub(super) fn across(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }

    /// A window without values inside: is a move better than `alpha`?
    pub(super) fn null(self) -> Window {
        Window { alpha: self.alpha, beta: self.alpha + 1 }
    }
}
