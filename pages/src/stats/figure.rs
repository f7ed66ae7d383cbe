//! The frame of every figure: caption, drawing, and the numbers in a table.

use maud::{Markup, html};

use crate::words::Words;

/// A figure with a drawing, which is hidden from screen readers, and a folded table of its numbers.
pub(super) fn drawing_figure(words: &Words, key: &str, drawing: &Markup, table: &Markup) -> Markup {
    let title = words.text(key);
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

/// A figure that is a table.
pub(super) fn table_figure(words: &Words, key: &str, table: &Markup) -> Markup {
    html! {
        figure {
            figcaption { (caption(words, key)) }
            (scrolled(words.text(key), table))
        }
    }
}

/// The label above a bar: a name and a number.
pub(super) fn label(name: &str, number: &str) -> Markup {
    html! { p.label { span { (name) } " " span.sample-size { (number) } } }
}

fn caption(words: &Words, key: &str) -> Markup {
    html! {
        strong { (words.text(key)) }
        span { (words.text(&format!("{key}.what"))) }
    }
}

/// A box that scrolls when the table is wider than the screen.
fn scrolled(title: &str, table: &Markup) -> Markup {
    html! { div.scroll role="group" aria-label=(title) tabindex="0" { (table) } }
}

/// The head of a table, by the keys of its columns.
pub(super) fn head(words: &Words, columns: &[&str]) -> Markup {
    html! {
        thead { tr { @for column in columns { th scope="col" { (words.text(&format!("stats.column.{column}"))) } } } }
    }
}
