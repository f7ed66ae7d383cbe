//! The texts of notifications.

use ikibuguzo_engine::Ruleset;
use ikibuguzo_protocol::PushKind;

use crate::labels;
use crate::words::Words;

/// A notification.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PushText {
    /// Its title.
    pub title: String,
    /// Its text.
    pub text: String,
}

/// The notification of this kind about a game.
pub fn push_text(kind: PushKind, rules: Ruleset, opponent: Option<&str>) -> PushText {
    let words = Words::english();
    let rules = labels::rules(words, rules);
    let values = [("opponent", opponent.unwrap_or("?")), ("rules", &*rules)];
    PushText {
        title: words.fill(&format!("push.{}", kind.as_str()), &values),
        text: words.fill("push.text", &values),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_words() {
        for kind in PushKind::ALL {
            let PushText { title, text } = push_text(kind, Ruleset::STANDARD[1], Some("Kabera"));
            assert!(!title.starts_with("push.") && !title.contains('{'), "{title}");
            assert_eq!(text, "Kubuguza against Kabera");
        }
    }
}
