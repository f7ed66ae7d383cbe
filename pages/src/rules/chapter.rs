//! The chapters of the rules: the files in `docs/rules`.

use ikibuguzo_engine::Ruleset;

/// A chapter of the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Chapter {
    /// The name of its file, without `.md`.
    pub(super) file: &'static str,
    /// Its text in Markdown, which is the authority for what the engine plays.
    pub(super) text: &'static str,
    /// The game with its usual options; none for the chapter that all games share.
    pub(super) game: Option<Ruleset>,
    /// The short name of the document that `[source]` refers to.
    pub(super) source: &'static str,
}

/// All chapters, in the order in which they are listed. The first one is shared by all games.
pub(super) const CHAPTERS: [Chapter; 5] = [
    Chapter { file: "README", text: include_str!("../../../docs/rules/README.md"), game: None, source: "" },
    Chapter {
        file: "ikibuguzo",
        text: include_str!("../../../docs/rules/ikibuguzo.md"),
        game: Some(Ruleset::STANDARD[0]),
        source: "Murray 1951: 217",
    },
    Chapter {
        file: "kubuguza",
        text: include_str!("../../../docs/rules/kubuguza.md"),
        game: Some(Ruleset::STANDARD[1]),
        source: "Merriam 1953",
    },
    Chapter {
        file: "njombwa",
        text: include_str!("../../../docs/rules/njombwa.md"),
        game: Some(Ruleset::STANDARD[2]),
        source: "Sanderson 1913: 732–733",
    },
    Chapter {
        file: "azigo",
        text: include_str!("../../../docs/rules/azigo.md"),
        game: Some(Ruleset::STANDARD[3]),
        source: "Murray 1951: 189",
    },
];

impl Chapter {
    /// The path of its page.
    pub(super) fn path(&self) -> String {
        match self.game {
            None => "/rules".to_owned(),
            Some(_) => format!("/rules/{}", self.file),
        }
    }

    /// Its first heading.
    pub(super) fn title(&self) -> &'static str {
        self.text.lines().next().unwrap_or_default().trim_start_matches("# ")
    }
}
