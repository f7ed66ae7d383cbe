//! Reads integers that a client may write as floats: `5.0` is `5`, as in JSON Schema and JavaScript.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Error, Unexpected, Visitor};
use serde::{Deserialize, Deserializer};

/// Deserializes a field.
pub(crate) fn number<'de, N: TryFrom<u64>, D: Deserializer<'de>>(from: D) -> Result<N, D::Error> {
    WholeNumber::deserialize(from).map(|WholeNumber(number)| number)
}

/// Deserializes a field that may be null.
pub(crate) fn number_or_null<'de, N: TryFrom<u64>, D: Deserializer<'de>>(
    from: D,
) -> Result<Option<N>, D::Error> {
    Ok(Option::<WholeNumber<N>>::deserialize(from)?.map(|WholeNumber(number)| number))
}

struct WholeNumber<N>(N);

impl<'de, N: TryFrom<u64>> Deserialize<'de> for WholeNumber<N> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(WholeNumberVisitor(PhantomData))
    }
}

struct WholeNumberVisitor<N>(PhantomData<N>);

impl<N: TryFrom<u64>> Visitor<'_> for WholeNumberVisitor<N> {
    type Value = WholeNumber<N>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a whole number in its range")
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Self::Value, E> {
        let wrong = || E::invalid_value(Unexpected::Unsigned(number), &self);
        N::try_from(number).map(WholeNumber).map_err(|_| wrong())
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Self::Value, E> {
        if number.fract() != 0.0 || !(0.0..=MAX_EXACT).contains(&number) {
            return Err(E::invalid_value(Unexpected::Float(number), &self));
        }
        self.visit_u64(number as u64)
    }
}

/// Largest integer up to which an `f64` represents every integer: 2^53 - 1.
const MAX_EXACT: f64 = 9_007_199_254_740_991.0;
