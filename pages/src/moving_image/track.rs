//! What a part of a moving picture shows over time.

use maud::{Markup, html};

/// Values with the moments from which on they hold, in milliseconds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Track<T> {
    values: Vec<(u32, T)>,
}

impl<T: Copy + PartialEq> Track<T> {
    /// A track that shows one value.
    pub(super) fn new(value: T) -> Self {
        Self { values: vec![(0, value)] }
    }

    /// Shows a value from a moment on. If the last value came later, it is shown from then on.
    pub(super) fn set(&mut self, moment: u32, value: T) {
        let (last_moment, last) = self.values[self.values.len() - 1];
        if last != value {
            self.values.push((moment.max(last_moment), value));
        }
    }

    /// Passes through a value at a moment, also if it is the same as before: for tracks that move between their values.
    pub(super) fn pass(&mut self, moment: u32, value: T) {
        self.values.push((moment, value));
    }

    /// The value that is shown at the end.
    pub(super) fn last(&self) -> T {
        self.values[self.values.len() - 1].1
    }

    /// The value that is shown first.
    pub(super) fn first(&self) -> T {
        self.values[0].1
    }

    /// Whether it shows more than one value.
    pub(super) fn changes(&self) -> bool {
        self.values.len() > 1
    }

    /// All values, in order.
    pub(super) fn values(&self) -> impl Iterator<Item = T> {
        self.values.iter().map(|(_, value)| *value)
    }

    /// The moments of all values, in milliseconds.
    #[cfg(test)]
    pub(super) fn moments(&self) -> impl Iterator<Item = u32> {
        self.values.iter().map(|(moment, _)| *moment)
    }

    /// The element that gives an attribute its values, one after the other, again and again.
    pub(super) fn animate(&self, attribute: &str, duration: u32, text: impl Fn(T) -> String) -> Markup {
        html! {
            animate attributeName=(attribute) calcMode="discrete" dur={ (duration) "ms" } repeatCount="indefinite"
                keyTimes=(self.key_times(duration)) values=(self.texts(text)) {}
        }
    }

    /// The element that moves its parent along the track.
    pub(super) fn animate_position(&self, duration: u32, text: impl Fn(T) -> String) -> Markup {
        let end = Self { values: self.values.iter().copied().chain([(duration, self.last())]).collect() };
        html! {
            animateTransform attributeName="transform" type="translate" dur={ (duration) "ms" }
                repeatCount="indefinite" keyTimes=(end.key_times(duration)) values=(end.texts(text)) {}
        }
    }

    /// The moments, as shares of the whole duration.
    fn key_times(&self, duration: u32) -> String {
        let share = |moment: u32| {
            let share = format!("{:.4}", f64::from(moment) / f64::from(duration));
            share.trim_end_matches('0').trim_end_matches('.').to_owned()
        };
        let shares: Vec<_> = self.values.iter().map(|(moment, _)| share(*moment)).collect();
        shares.join(";")
    }

    fn texts(&self, text: impl Fn(T) -> String) -> String {
        let texts: Vec<_> = self.values().map(text).collect();
        texts.join(";")
    }
}
