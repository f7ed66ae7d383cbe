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
