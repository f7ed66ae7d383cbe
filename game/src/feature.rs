//! Features of logs: what a version can write into a log that some earlier version cannot read. A feature is used only
//! while every server that runs knows it.

use crate::fact::Fact;

/// A kind of fact, or a field that changes the meaning of one, that was added after servers began to store the
/// features that they know. A new one needs an entry in [`ALL`](Self::ALL), a name, and its facts in
/// [`of`](Self::of).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feature {
    /// Previews by agreement.
    Previews,
    /// Commitments of arrays.
    ArrayCommitments,
}

/// The features that a server knows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FeatureSet(u32);

impl Feature {
    /// All features that this version knows.
    pub const ALL: [Self; 2] = [Self::Previews, Self::ArrayCommitments];

    /// The features of servers whose rows name none.
    const BEFORE_NAMES: [Self; 1] = [Self::Previews];

    /// The name, as the rows of servers have it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Previews => "previews",
            Self::ArrayCommitments => "array_commitments",
        }
    }

    /// The feature of a fact; none if every version reads it.
    pub fn of(fact: &Fact) -> Option<Self> {
        match fact {
            Fact::PreviewsOffered { .. } | Fact::PreviewsDeclined { .. } | Fact::PreviewsAgreed { .. } => {
                Some(Self::Previews)
            }
            Fact::Arranged { commitment: Some(_), .. } => Some(Self::ArrayCommitments),
            _ => None,
        }
    }
}

impl FeatureSet {
    /// The features that this version knows.
    pub fn of_this_version() -> Self {
        Self::new(&Feature::ALL)
    }

    /// The features that a row names. Names that this version does not know are ignored.
    pub fn from_stored(names: Option<&str>) -> Self {
        let Some(names) = names else { return Self::new(&Feature::BEFORE_NAMES) };
        let is_named = |feature: &Feature| names.split(' ').any(|name| name == feature.name());
        Self::new(&Feature::ALL.into_iter().filter(is_named).collect::<Vec<_>>())
    }

    /// The set as a row stores it.
    pub fn to_stored(self) -> String {
        let known = Feature::ALL.into_iter().filter(|feature| self.contains(*feature));
        known.map(Feature::name).collect::<Vec<_>>().join(" ")
    }

    /// Whether a feature is one of them.
    pub fn contains(self, feature: Feature) -> bool {
        self.0 & bit(feature) != 0
    }

    fn new(features: &[Feature]) -> Self {
        Self(features.iter().fold(0, |set, feature| set | bit(*feature)))
    }
}

fn bit(feature: Feature) -> u32 {
    1 << feature as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_names_the_features_that_its_server_knows() {
        let all = FeatureSet::of_this_version();
        assert_eq!(FeatureSet::from_stored(Some(&all.to_stored())), all);
        for (names, knows_previews) in [
            (None, true),
            (Some(""), false),
            (Some("previews"), true),
            (Some("dances previews"), true),
            (Some("dances"), false),
        ] {
            assert_eq!(
                FeatureSet::from_stored(names).contains(Feature::Previews),
                knows_previews,
                "{names:?}"
            );
        }
    }
}
