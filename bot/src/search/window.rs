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

    /// The window to search next at the same depth. `result` is what the search of this window found: `None` for a value
    /// below it. Returns `None` if the result is exact.
    pub(super) fn widened(self, result: Option<i32>) -> Option<Window> {
        match result {
            None => Some(Window::FULL),
            Some(value) if value >= self.beta => Some(Window { alpha: value - 1, beta: INFINITE }),
            Some(_) => None,
        }
    }
}
