//! Why games ended.

use ikibuguzo_protocol::ReasonCount;
use maud::{Markup, html};

use super::figure::{head, table_figure};
use super::numbers::{percent, whole};
use crate::plot::{bar, drawing, part};
use crate::words::Words;

/// A table with a row for each reason, the most frequent first, games without a result included.
pub(super) fn table(words: &Words, reasons: &[ReasonCount]) -> Markup {
    let games: u64 = reasons.iter().map(|count| count.games).sum();
    let table = html! {
        table.bars {
            (head(words, &["reason", "games", "share"]))
            tbody { @for count in reasons { (row(words, count, part(count.games, games))) } }
        }
    };
    table_figure(words, "stats.endings", &table)
}

fn row(words: &Words, count: &ReasonCount, share: f64) -> Markup {
    html! {
        tr {
            th scope="row" {
                (words.text(&format!("games.reason.{}", count.reason.as_str())))
                @if !count.reason.has_result() { " " span.aside { (words.text("stats.no-result")) } }
            }
            td { (whole(count.games)) }
            td.bar-cell { (percent(words, share, 1)) (share_bar(share)) }
        }
    }
}

/// A share as a part of the full width.
fn share_bar(share: f64) -> Markup {
    drawing(6, &html! { (bar("track", [0.0, 1.0], [0, 6])) (bar("measure", [0.0, share], [0, 6])) })
}
