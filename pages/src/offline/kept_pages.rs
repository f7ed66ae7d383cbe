//! The pages that a browser keeps, so that they open without a network.

use ikibuguzo_engine::Ruleset;
use maud::{Markup, PreEscaped, html};
use serde::Serialize;

/// The paths of the pages, which `web/service-worker/page-cache.js` reads.
#[derive(Serialize)]
struct KeptPages {
    /// Pages that are the same until the next version of the server.
    lasting: Vec<String>,
    /// Pages that change from day to day.
    daily: Vec<String>,
}

/// The element with the paths as JSON.
pub(super) fn element() -> Markup {
    let json = serde_json::to_string(&kept_pages()).expect("paths are text");
    html! { script #kept-pages type="application/json" { (PreEscaped(json)) } }
}

fn kept_pages() -> KeptPages {
    let of_games = |folder: &'static str| {
        let games = Ruleset::STANDARD.into_iter().map(move |rules| format!("{folder}/{}", rules.name()));
        std::iter::once(folder.to_owned()).chain(games)
    };
    let games = Ruleset::ALL.iter().map(|rules| format!("/offline/{rules}"));
    let lasting = of_games("/learn")
        .chain(of_games("/rules"))
        .chain(["/analysis".to_owned(), super::PATH.to_owned()])
        .chain(games);
    KeptPages { lasting: lasting.collect(), daily: of_games("/puzzles").collect() }
}
