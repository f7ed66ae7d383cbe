//! Holes and their letters.

use std::fmt;
use std::str::FromStr;

use crate::Seat;

/// Largest number of holes of one seat in any game: Azigo's row of twenty.
pub(crate) const MAX_HOLES: usize = 20;

/// A hole of one seat's side.
///
/// The text form is one letter, counted from its owner's view: `A` to `T` for South, `a` to `t` for North.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Hole {
    /// The seat that owns the hole.
    pub seat: Seat,
    /// The index, from 0 along the owner's anti-clockwise course. The largest index is 19; it is less on smaller
    /// boards.
    pub index: u8,
}

impl Hole {
    /// Makes the hole of `seat` with this index, 0 to 19.
    pub const fn new(seat: Seat, index: u8) -> Hole {
        Hole { seat, index }
    }

    /// The letter, or `?` for an index that no board has.
    pub const fn letter(self) -> char {
        if self.index as usize >= MAX_HOLES {
            return '?';
        }
        match self.seat {
            Seat::South => (b'A' + self.index) as char,
            Seat::North => (b'a' + self.index) as char,
        }
    }

    /// The letter as text.
    pub fn as_str(self) -> &'static str {
        &self.with_clockwise_sign()[..1]
    }

    /// The letter followed by `<`, which is the notation of a clockwise sowing.
    pub(crate) fn with_clockwise_sign(self) -> &'static str {
        const SOUTH: &str = "A<B<C<D<E<F<G<H<I<J<K<L<M<N<O<P<Q<R<S<T<";
        const NORTH: &str = "a<b<c<d<e<f<g<h<i<j<k<l<m<n<o<p<q<r<s<t<";
        let letters = match self.seat {
            Seat::South => SOUTH,
            Seat::North => NORTH,
        };
        let start = 2 * usize::from(self.index);
        letters.get(start..start + 2).unwrap_or("?<")
    }

    /// Returns the hole with this letter, if it is `A` to `T` or `a` to `t`.
    pub const fn from_letter(letter: char) -> Option<Hole> {
        match letter {
            'A'..='T' => Some(Hole::new(Seat::South, letter as u8 - b'A')),
            'a'..='t' => Some(Hole::new(Seat::North, letter as u8 - b'a')),
            _ => None,
        }
    }
}

impl fmt::Display for Hole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Hole {
    type Err = ParseHoleError;

    fn from_str(text: &str) -> Result<Hole, ParseHoleError> {
        let mut letters = text.chars();
        match (letters.next().and_then(Hole::from_letter), letters.next()) {
            (Some(hole), None) => Ok(hole),
            _ => Err(ParseHoleError),
        }
    }
}

/// The text is not a hole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseHoleError;

impl fmt::Display for ParseHoleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a hole is one letter, A to T for South or a to t for North")
    }
}

impl std::error::Error for ParseHoleError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hole_has_one_letter() {
        for hole in
            Seat::ALL.into_iter().flat_map(|seat| (0..=u8::MAX).map(move |index| Hole::new(seat, index)))
        {
            assert_eq!(hole.as_str(), hole.letter().to_string());
            assert_eq!(hole.with_clockwise_sign(), format!("{}<", hole.letter()));
        }
    }
}
