//! Whole numbers as clients write them: `5.0` is `5`, as JSON Schema and many a language have it.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Error, Unexpected, Visitor};
use serde::{Deserialize, Deserializer};

/// Reads a field.
pub(crate) fn number<'de, N: TryFrom<u64>, D: Deserializer<'de>>(from: D) -> Result<N, D::Error> {
    Whole::deserialize(from).map(|Whole(number)| number)
}

/// Reads a field that may be null.
pub(crate) fn number_or_null<'de, N: TryFrom<u64>, D: Deserializer<'de>>(
    from: D,
) -> Result<Option<N>, D::Error> {
    Ok(Option::<Whole<N>>::deserialize(from)?.map(|Whole(number)| number))
}

struct Whole<N>(N);

impl<'de, N: TryFrom<u64>> Deserialize<'de> for Whole<N> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(Reader(PhantomData))
    }
}

struct Reader<N>(PhantomData<N>);

impl<N: TryFrom<u64>> Visitor<'_> for Reader<N> {
    type Value = Whole<N>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a whole number in its range")
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Self::Value, E> {
        let wrong = || E::invalid_value(Unexpected::Unsigned(number), &self);
        N::try_from(number).map(Whole).map_err(|_| wrong())
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Self::Value, E> {
        if number.fract() != 0.0 || !(0.0..=MOST).contains(&number) {
            return Err(E::invalid_value(Unexpected::Float(number), &self));
        }
        self.visit_u64(number as u64)
    }
}

/// The greatest whole number below which a float has every whole number.
const MOST: f64 = 9_007_199_254_740_991.0;
