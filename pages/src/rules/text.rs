//! A page of `docs/rules`, from Markdown to HTML.

use maud::{Markup, PreEscaped, html};
use pulldown_cmark::{
    BrokenLink, CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, TextMergeStream, html as written,
};

use super::{Chapter, diagram, examples, marks, references};
use crate::web::words::Words;

/// The text of a page.
pub(super) struct Written {
    pub(super) html: Markup,
    pub(super) headings: Vec<Heading>,
}

/// A numbered heading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Heading {
    /// 2 for a section, 3 for a paragraph.
    pub(super) level: u8,
    /// `4` or `4.1`: the anchor too.
    pub(super) number: String,
    pub(super) title: String,
}

/// Sections for people who write programs: folded away for all others.
const FOLDED: [&str; 2] = ["Checking an implementation", "Tests"];

/// Renders a page. HTML in it is shown as text.
pub(super) fn write(chapter: &Chapter, words: &Words) -> Written {
    let mark = |link: BrokenLink<'_>| marks::link(&link.reference);
    let parser = Parser::new_with_broken_link_callback(chapter.text, Options::ENABLE_TABLES, Some(mark));
    let headings = headings(chapter.text);
    let mut writer =
        Writer { chapter, words, headings: &headings, out: Vec::new(), paragraph: None, folded: false };
    writer.write(&mut TextMergeStream::new(parser));
    let mut html = String::new();
    written::push_html(&mut html, writer.out.into_iter());
    Written { html: PreEscaped(html), headings }
}

/// The numbered headings of a page.
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

struct Writer<'a> {
    chapter: &'a Chapter,
    words: &'a Words,
    headings: &'a [Heading],
    out: Vec<Event<'a>>,
    /// The number of the paragraph that is being written.
    paragraph: Option<String>,
    /// Whether a folded section is open.
    folded: bool,
}

impl<'a> Writer<'a> {
    fn write(&mut self, events: &mut impl Iterator<Item = Event<'a>>) {
        while let Some(event) = events.next() {
            match event {
                Event::Start(Tag::Heading { level, .. }) => self.heading(level, &inner_text(events)),
                Event::Start(Tag::CodeBlock(_)) => {
                    let text = inner_text(events);
                    self.push(diagram::figure(self.chapter, &text, self.words));
                }
                Event::Start(Tag::Link { dest_url, .. }) => self.link(&dest_url, events),
                Event::Start(Tag::Table(columns)) => {
                    self.push(html! { (PreEscaped("<div class=\"scroll\">")) });
                    self.out.push(Event::Start(Tag::Table(columns)));
                }
                Event::End(TagEnd::Table) => {
                    self.out.push(Event::End(TagEnd::Table));
                    self.push(html! { (PreEscaped("</div>")) });
                }
                Event::Text(text) => {
                    self.push(references::linked(&text, self.chapter, self.headings, self.words));
                }
                Event::Html(html) | Event::InlineHtml(html) => self.out.push(Event::Text(html)),
                other => self.out.push(other),
            }
        }
        self.close();
    }

    fn heading(&mut self, level: HeadingLevel, text: &str) {
        let Some((number, title)) = text.split_once(' ').filter(|_| level != HeadingLevel::H1) else {
            return;
        };
        self.push_examples();
        match level {
            HeadingLevel::H3 => self.push(html! { h3 id=(number) { (anchor(number)) " " (title) } }),
            _ => self.section(number, title),
        }
        self.paragraph = Some(number.to_owned());
    }

    fn section(&mut self, number: &str, title: &str) {
        self.close();
        self.folded = FOLDED.contains(&title);
        if self.folded {
            // A summary is itself something to press: no link stands in it.
            let heading = html! { summary { h2 id=(number) { span.number { (number) } " " (title) } } };
            self.push(html! { (PreEscaped("<details class=\"programmers\">")) (heading) });
        } else {
            self.push(html! { h2 id=(number) { (anchor(number)) " " (title) } });
        }
    }

    fn link(&mut self, to: &str, events: &mut impl Iterator<Item = Event<'a>>) {
        let text = inner_html(events);
        self.push(match marks::Mark::of(to) {
            Some(mark) => marks::badge(mark, &text, self.chapter, self.headings),
            None => html! { a href=(references::resolved(to, self.chapter)) { (text) } },
        });
    }

    /// Ends a paragraph and, if that is folded, its section.
    fn close(&mut self) {
        self.push_examples();
        if std::mem::take(&mut self.folded) {
            self.push(html! { (PreEscaped("</details>")) });
        }
    }

    fn push_examples(&mut self) {
        if let Some(paragraph) = self.paragraph.take() {
            self.push(examples::at(self.chapter, &paragraph, self.words));
        }
    }

    fn push(&mut self, markup: Markup) {
        self.out.push(Event::InlineHtml(CowStr::from(markup.into_string())));
    }
}

/// The number of a heading, by which it can be linked to.
fn anchor(number: &str) -> Markup {
    html! { a.number href={ "#" (number) } { (number) } }
}

/// The text of an element whose start has been read.
fn inner_text<'a>(events: &mut impl Iterator<Item = Event<'a>>) -> String {
    let text = inside(events).into_iter().filter_map(|event| match event {
        Event::Text(text) | Event::Code(text) => Some(text.into_string()),
        _ => None,
    });
    text.collect()
}

/// The content of an element whose start has been read.
fn inner_html<'a>(events: &mut impl Iterator<Item = Event<'a>>) -> Markup {
    let mut html = String::new();
    written::push_html(&mut html, inside(events).into_iter());
    PreEscaped(html)
}

fn inside<'a>(events: &mut impl Iterator<Item = Event<'a>>) -> Vec<Event<'a>> {
    let mut depth = 1;
    let within = events.take_while(|event| {
        match event {
            Event::Start(_) => depth += 1,
            Event::End(_) => depth -= 1,
            _ => {}
        }
        depth > 0
    });
    within.collect()
}
