//! The texts of the pages: one file in `web/text`, which the browser's modules read too.

use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The texts of one language, by key.
#[derive(Debug)]
pub struct Words {
    /// The language, as the attribute `lang` of HTML names it.
    pub(crate) language: &'static str,
    texts: BTreeMap<String, String>,
}

/// The files of the English texts, each one JSON object of strings.
const ENGLISH_FILES: &[&str] = &[
    include_str!("../../web/text/en.json"),
    #[cfg(feature = "test-game")]
    include_str!("../../testing/test-game/words.json"),
];

static ENGLISH: LazyLock<Words> = LazyLock::new(|| {
    let texts = |file: &&str| -> BTreeMap<String, String> {
        serde_json::from_str(file).expect("the embedded texts are one JSON object of strings")
    };
    Words { language: "en", texts: ENGLISH_FILES.iter().flat_map(texts).collect() }
});

impl Words {
    /// The English texts.
    pub fn english() -> &'static Self {
        &ENGLISH
    }

    /// The text with this key, if there is one.
    pub(crate) fn find(&self, key: &str) -> Option<&str> {
        self.texts.get(key).map(String::as_str)
    }

    /// The text with this key; the key itself if there is no such text.
    pub fn text<'a>(&'a self, key: &'a str) -> &'a str {
        self.texts.get(key).map_or(key, String::as_str)
    }

    /// The text for a number of things: that with `.one` or `.other` after this key, with `{count}` replaced.
    pub(crate) fn count(&self, key: &str, count: u64) -> String {
        let form = if count == 1 { "one" } else { "other" };
        self.fill(&format!("{key}.{form}"), &[("count", &count.to_string())])
    }

    /// The text with this key, with each `{name}` replaced by its value.
    pub fn fill(&self, key: &str, values: &[(&str, &str)]) -> String {
        let mut text = self.text(key).to_owned();
        for (name, value) in values {
            text = text.replace(&format!("{{{name}}}"), value);
        }
        text
    }
}
