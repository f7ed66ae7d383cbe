//! A chapter, from Markdown to HTML.

use maud::{Markup, PreEscaped, html};
use pulldown_cmark::{
    BrokenLink, CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, TextMergeStream,
    html as markdown_html,
};

use super::chapter::{Chapter, Heading, headings};
use super::{diagram, examples, marks, references};
use crate::words::Words;

/// A rendered chapter.
pub(super) struct ChapterHtml {
    /// Its text.
    pub(super) html: Markup,
    /// Its numbered headings.
    pub(super) headings: Vec<Heading>,
}

/// The titles of sections for programmers, which are folded.
const FOLDED_SECTIONS: [&str; 2] = ["Checking an implementation", "Tests"];

/// Renders a chapter. HTML in the Markdown is shown as text.
pub(super) fn render(chapter: &Chapter, words: &Words) -> ChapterHtml {
    let mark = |link: BrokenLink<'_>| marks::resolve(&link.reference);
    let parser = Parser::new_with_broken_link_callback(chapter.text, Options::ENABLE_TABLES, Some(mark));
    let headings = headings(chapter.text);
    let mut writer =
        Writer { chapter, words, headings: &headings, out: Vec::new(), paragraph: None, is_folded: false };
    writer.write(&mut TextMergeStream::new(parser));
    let mut html = String::new();
    markdown_html::push_html(&mut html, writer.out.into_iter());
    ChapterHtml { html: PreEscaped(html), headings }
}

struct Writer<'a> {
    chapter: &'a Chapter,
    words: &'a Words,
    headings: &'a [Heading],
    out: Vec<Event<'a>>,
    /// The number of the paragraph that is being written, at whose end its examples go.
    paragraph: Option<String>,
    /// Whether a folded section is being written.
    is_folded: bool,
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
                    self.push(references::with_links(&text, self.chapter, self.headings, self.words));
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
        self.is_folded = FOLDED_SECTIONS.contains(&title);
        if self.is_folded {
            // A summary is itself a control, so it has no link.
            let heading = html! { summary { h2 id=(number) { span.number { (number) } " " (title) } } };
            self.push(html! { (PreEscaped("<details class=\"programmers\">")) (heading) });
        } else {
            self.push(html! { h2 id=(number) { (anchor(number)) " " (title) } });
        }
    }

    fn link(&mut self, to: &str, events: &mut impl Iterator<Item = Event<'a>>) {
        let text = inner_html(events);
        self.push(match marks::Mark::from_link(to) {
            Some(mark) => marks::badge(mark, &text, self.chapter, self.headings),
            None => html! { a href=(references::resolve(to, self.chapter)) { (text) } },
        });
    }

    /// Ends the paragraph, and the section if it is folded.
    fn close(&mut self) {
        self.push_examples();
        if std::mem::take(&mut self.is_folded) {
            self.push(html! { (PreEscaped("</details>")) });
        }
    }

    fn push_examples(&mut self) {
        if let Some(paragraph) = self.paragraph.take() {
            self.push(examples::of_paragraph(self.chapter, &paragraph, self.words));
        }
    }

    fn push(&mut self, markup: Markup) {
        self.out.push(Event::InlineHtml(CowStr::from(markup.into_string())));
    }
}

/// The number of a heading, as a link to it.
fn anchor(number: &str) -> Markup {
    html! { a.number href={ "#" (number) } { (number) } }
}

/// The rest of an element whose start has been read, as text.
fn inner_text<'a>(events: &mut impl Iterator<Item = Event<'a>>) -> String {
    let text = inside(events).into_iter().filter_map(|event| match event {
        Event::Text(text) | Event::Code(text) => Some(text.into_string()),
        _ => None,
    });
    text.collect()
}

/// The rest of an element whose start has been read, as HTML.
fn inner_html<'a>(events: &mut impl Iterator<Item = Event<'a>>) -> Markup {
    let mut html = String::new();
    markdown_html::push_html(&mut html, inside(events).into_iter());
    PreEscaped(html)
}

/// The events up to the end of an element whose start has been read.
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
