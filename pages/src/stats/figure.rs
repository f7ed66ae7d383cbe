//! How every figure is put together: what it shows, the drawing, and its numbers as a table.

use maud::{Markup, html};

use crate::web::words::Words;

/// A drawing, which only those who see it get, with its numbers folded away below it.
pub(super) fn drawn(words: &Words, key: &str, drawing: &Markup, table: &Markup) -> Markup {
    let title = words.say(key);
    html! {
        figure {
            figcaption { (caption(words, key)) }
            div.drawing aria-hidden="true" { (drawing) }
            details {
                summary { (words.fill("stats.numbers", &[("title", title)])) }
                (scrolled(title, table))
            }
        }
    }
}

/// A table that is the figure itself.
pub(super) fn tabled(words: &Words, key: &str, table: &Markup) -> Markup {
    html! {
        figure {
            figcaption { (caption(words, key)) }
            (scrolled(words.say(key), table))
        }
    }
}

/// What stands above a bar: whose it is, and a number.
pub(super) fn label(name: &str, number: &str) -> Markup {
    html! { p.label { span { (name) } " " span.n { (number) } } }
}

fn caption(words: &Words, key: &str) -> Markup {
    html! {
        strong { (words.say(key)) }
        span { (words.say(&format!("{key}.what"))) }
    }
}

/// A table may be wider than a phone.
fn scrolled(title: &str, table: &Markup) -> Markup {
    html! { div.scroll role="group" aria-label=(title) tabindex="0" { (table) } }
}

/// The head of a table: the keys of its columns.
pub(super) fn head(words: &Words, columns: &[&str]) -> Markup {
    html! {
        thead { tr { @for column in columns { th scope="col" { (words.say(&format!("stats.column.{column}"))) } } } }
    }
}
