//! The chapters of the rules: the files in `docs/rules`, with their numbered headings.

use ikibuguzo_engine::Ruleset;

/// A chapter of the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Chapter {
    /// The name of its file, without `.md`: that of its game.
    pub(super) file: &'static str,
    /// Its text in Markdown, which is the authority for what the engine plays.
    pub(super) text: &'static str,
    /// The game with its usual options; none for the chapter that all games share.
    pub(super) game: Option<Ruleset>,
    /// The short name of the document that `[source]` refers to.
    pub(super) source: &'static str,
}

/// All chapters, in the order in which they are listed. The first one is shared by all games.
pub(super) const CHAPTERS: [Chapter; 1 + Ruleset::STANDARD.len()] = {
    let mut chapters = [Chapter::SHARED; 1 + Ruleset::STANDARD.len()];
    let mut index = 0;
    while index < Ruleset::STANDARD.len() {
        chapters[index + 1] = Chapter::of(Ruleset::STANDARD[index]);
        index += 1;
    }
    chapters
};

impl Chapter {
    /// The chapter that all games share.
    const SHARED: Self =
        Self { file: "README", text: include_str!("../../../docs/rules/README.md"), game: None, source: "" };

    /// The chapter of a game.
    const fn of(game: Ruleset) -> Self {
        let page = game.rules_page();
        Self { file: game.name(), text: page.text, game: Some(game), source: page.source }
    }

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

/// A numbered heading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Heading {
    /// 2 for a section, 3 for a paragraph.
    pub(super) level: u8,
    /// The number, such as `4` or `4.1`, which is also the anchor.
    pub(super) number: String,
    /// The text without the number.
    pub(super) title: String,
}

/// The numbered headings of a chapter in Markdown.
pub(super) fn headings(text: &str) -> Vec<Heading> {
    text.lines().filter_map(heading).collect()
}

fn heading(line: &str) -> Option<Heading> {
    let (marks, rest) = line.split_once(' ')?;
    let level = match marks {
        "##" => 2,
        "###" => 3,
        _ => return None,
    };
    let (number, title) = rest.split_once(' ')?;
    Some(Heading { level, number: number.to_owned(), title: title.to_owned() })
}
