//! A fact as text: its kind, and its payload as JSON.

use crate::fact::Fact;

/// The text before the kind of a fact.
const KIND: &str = r#"{"kind":""#;

/// The text between the kind and the payload of a fact, from the quote after the kind. A `}` follows the payload.
const PAYLOAD: &str = r#","payload":"#;

/// A fact as serde writes it, in one text, and the length of its kind. Parsing the text again for its columns would
/// take as long as storing it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FactText {
    text: String,
    kind: usize,
}

impl FactText {
    /// The text of a fact.
    pub fn of(fact: &Fact) -> Self {
        let text = serde_json::to_string(fact).expect("a fact has only texts and numbers");
        let kind = text.strip_prefix(KIND).and_then(|columns| columns.find('"'));
        let kind = kind.expect("a fact is written as its kind and its payload");
        debug_assert!(text[KIND.len() + kind + 1..].starts_with(PAYLOAD), "{text}");
        Self { text, kind }
    }

    /// The kind, such as `acted`.
    pub fn kind(&self) -> &str {
        &self.text[KIND.len()..][..self.kind]
    }

    /// The payload: a JSON object.
    pub fn payload(&self) -> &str {
        &self.text[KIND.len() + self.kind + 1 + PAYLOAD.len()..self.text.len() - 1]
    }
}
