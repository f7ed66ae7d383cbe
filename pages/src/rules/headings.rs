//! The numbered headings of a chapter.

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
