//! The texts of the page: one file a language in `web/text`, which the modules in the browser read too.

use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The texts of one language.
#[derive(Debug)]
pub(super) struct Words {
    /// The language, as `lang` of HTML wants it.
    pub(super) language: &'static str,
    texts: BTreeMap<String, String>,
}

static ENGLISH: LazyLock<Words> = LazyLock::new(|| Words {
    language: "en",
    texts: serde_json::from_str(include_str!("../../web/text/en.json"))
        .expect("the texts that are built in are one object of texts"),
});

impl Words {
    /// The language that a browser asks for, as far as there is one.
    pub(super) fn chosen() -> &'static Self {
        &ENGLISH
    }

    /// The text with this key; the key itself, if the language lacks it.
    pub(super) fn say<'a>(&'a self, key: &'a str) -> &'a str {
        self.texts.get(key).map_or(key, String::as_str)
    }

    /// The text with this key, with each `{name}` filled in.
    pub(super) fn fill(&self, key: &str, values: &[(&str, &str)]) -> String {
        let mut text = self.say(key).to_owned();
        for (name, value) in values {
            text = text.replace(&format!("{{{name}}}"), value);
        }
        text
    }
}
