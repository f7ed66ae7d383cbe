//! Whether revealed arrays are the ones that were sealed.

use ikibuguzo_engine::{Array, Seat};
use ikibuguzo_game::commitment::opens;
use ikibuguzo_protocol::{Commitment, Seats, Text};

use super::phrases::seat_name;

/// A sentence with a space before it, that says whether the arrays are those behind the hashes that were shown; empty if
/// no hash was shown.
pub fn seal_text(
    seals: &Seats<Option<Commitment>>,
    salts: &Seats<Option<Commitment>>,
    arrays: &Seats<Text<Array>>,
) -> String {
    let sealed: Vec<(Seat, &Commitment)> =
        Seat::ALL.into_iter().filter_map(|seat| Some((seat, seals.get(seat).as_ref()?))).collect();
    let is_broken = |seat: Seat, seal: &Commitment| {
        !salts.get(seat).as_ref().is_some_and(|salt| opens(seal, salt, arrays.get(seat).as_str()))
    };
    match sealed.iter().find(|(seat, seal)| is_broken(*seat, seal)) {
        Some((seat, _)) => {
            format!(" WARNING: the array of {} is not the one that was sealed.", seat_name(*seat))
        }
        None if sealed.len() == Seat::ALL.len() => " Both are the arrays that were sealed.".to_owned(),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `printf '%s' 0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0afirst | sha256sum`
    const SEAL: &str = "sha256:3599f52537f88b5bab62d25c9e78997ff2f15d45db7ad5aa7d821d8ded1ba351";

    fn both(text: &str) -> Seats<Option<Commitment>> {
        let commitment = Some(text.parse().expect("a commitment"));
        Seats { south: commitment.clone(), north: commitment }
    }

    #[test]
    fn an_array_that_was_not_sealed_is_named() {
        let salts = both(&format!("salt:{}", "0a".repeat(16)));
        let arrays = |north| Seats { south: Text(Array::First), north: Text(north) };
        let text = |seals, north| seal_text(&seals, &salts, &arrays(north));
        assert_eq!(text(both(SEAL), Array::First), " Both are the arrays that were sealed.");
        let warning = " WARNING: the array of North is not the one that was sealed.";
        assert_eq!(text(both(SEAL), Array::Second), warning);
        assert_eq!(text(Seats::default(), Array::Second), "");
    }
}
