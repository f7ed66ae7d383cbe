//! The picture of a timeline: the board with its counters, the hand, the players and the actions in words.

use std::collections::BTreeSet;

use ikibuguzo_engine::{Ruleset, Seat};
use ikibuguzo_protocol::{ExploredPosition, GameView};
use maud::{Markup, html};

use super::timeline::{Point, Timeline};
use super::track::Track;
use crate::board::{self, MAX_DRAWN_COUNTERS};
use crate::game;
use crate::game_image;
use crate::words::Words;

/// The height of the room for names, above and below the board.
const STRIP: usize = 30;

/// A cross at the upper left of a hole, as `web/board.js` draws it.
const CROSS: &str = "M-23-17a6 6 0 1 0 12 0a6 6 0 1 0-12 0zM-20-20l6 6M-14-20l-6 6";

/// If the viewer prefers reduced motion, only the last board is shown.
const STYLE: &str = ".cross { fill: #8f2f1c; stroke: #fff3d6; stroke-width: 1.5; }
.strip { font-size: 14px; }
.at-rest { display: none; }
@media (prefers-reduced-motion: reduce) {
  .moving { display: none; }
  .at-rest { display: inline; }
}
";

/// The whole document.
pub(super) fn document(
    view: &GameView,
    stretch: &ExploredPosition,
    plies: usize,
    timeline: &Timeline,
) -> String {
    let words = Words::english();
    let rules = *stretch.rules;
    let (width, height) = board::size(rules);
    let size = (width, height + 2 * STRIP);
    let captions = captions(words, stretch, plies);
    let last = stretch.played.last().map_or(&stretch.start, |action| &action.position);
    let content = html! {
        desc { (description(words, stretch, plies)) }
        defs { (definitions(timeline)) }
        rect width=(size.0) height=(size.1) rx="14" fill="url(#table)" {}
        (name(view, Seat::North, 20))
        (name(view, Seat::South, size.1 - 10))
        g.moving {
            (moving_captions(&captions, &timeline.begun, timeline.duration, width))
            g transform={ "translate(0 " (STRIP) ")" } { (moving_board(rules, timeline)) }
        }
        g.at-rest {
            @if let Some(caption) = captions.last() { (caption_text(caption, width, &html! {})) }
            g transform={ "translate(0 " (STRIP) ")" } { (board::still_content(rules, Some(last))) }
        }
    };
    game_image::document(size, &game::title(view), STYLE, rules, &content)
}

/// Which actions the picture shows.
fn description(words: &Words, stretch: &ExploredPosition, plies: usize) -> String {
    let first = stretch.start.ply + 1;
    let last = stretch.start.ply as usize + stretch.played.len();
    let values = [("first", &first.to_string()), ("last", &last.to_string()), ("plies", &plies.to_string())];
    words.fill("card.stretch", &values.map(|(name, value)| (name, value.as_str())))
}

/// The captions before the first action, and at each action.
fn captions(words: &Words, stretch: &ExploredPosition, plies: usize) -> Vec<String> {
    let acts = stretch.played.iter().map(|action| {
        let seat = words.text(match *action.seat {
            Seat::South => "game.south",
            Seat::North => "game.north",
        });
        words.fill("card.action", &[("seat", seat), ("action", &action.action.to_string())])
    });
    let start =
        words.fill("card.ply", &[("ply", &stretch.start.ply.to_string()), ("plies", &plies.to_string())]);
    [start].into_iter().chain(acts).collect()
}

fn name(view: &GameView, seat: Seat, y: usize) -> Markup {
    let name = view.players.get(seat).as_ref().map_or("?", |name| name.as_str());
    html! { text.label-text.strip x="12" y=(y) { (name) } }
}

/// Each caption is visible while its action is the last that has begun.
fn moving_captions(captions: &[String], begun: &Track<usize>, duration: u32, width: usize) -> Markup {
    html! {
        @for (number, caption) in captions.iter().enumerate() {
            (caption_text(caption, width, &begun.animate("visibility", duration, |begun| visibility(begun == number))))
        }
    }
}

fn caption_text(caption: &str, width: usize, animation: &Markup) -> Markup {
    html! { text.faint-text.strip x=(width - 12) y="20" text-anchor="end" { (caption) (animation) } }
}

fn visibility(is_visible: bool) -> String {
    if is_visible { "visible".to_owned() } else { "hidden".to_owned() }
}

fn moving_board(rules: Ruleset, timeline: &Timeline) -> Markup {
    let duration = timeline.duration;
    html! {
        (board::still_content(rules, None))
        @for (hole, track) in &timeline.holes {
            (moving_heap("heap", track, board::center(rules, *hole), duration))
        }
        @for (seat, track) in &timeline.stores {
            (moving_heap("store", track, board::store_center(rules, *seat), duration))
        }
        @for (hole, track) in &timeline.signs {
            @let (x, y) = board::center(rules, *hole);
            path.cross d=(CROSS) transform={ "translate(" (x) " " (y) ")" } visibility="hidden" {
                (track.animate("visibility", duration, visibility))
            }
        }
        g { (timeline.hand_position.animate_position(duration, point)) (moving_heap("hand", &timeline.hand, (0, 0), duration)) }
    }
}

fn point((x, y): Point) -> String {
    format!("{x} {y}")
}

/// A heap, a store or the hand, whose count changes.
fn moving_heap(kind: &str, track: &Track<u8>, (x, y): Point, duration: u32) -> Markup {
    let href = |held: u8| format!("#{kind}-{held}");
    html! {
        use href=(href(track.first())) x=(x) y=(y) {
            @if track.changes() { (track.animate("href", duration, href)) }
        }
    }
}

/// The heaps, stores and hands that the board's own definitions lack.
fn definitions(timeline: &Timeline) -> Markup {
    let counts =
        |tracks: Vec<&Track<u8>>| tracks.into_iter().flat_map(Track::values).collect::<BTreeSet<u8>>();
    let heaps = counts(timeline.holes.values().collect());
    html! {
        g id="heap-0" {}
        @for held in heaps.into_iter().filter(|held| *held > MAX_DRAWN_COUNTERS) {
            g id={ "heap-" (held) } {
                use href={ "#seeds-" (MAX_DRAWN_COUNTERS) } {}
                text.count y="34" { (held) }
            }
        }
        @for held in counts(timeline.stores.values().collect()) {
            text.count.stored id={ "store-" (held) } y="5" { (held) }
        }
        g id="hand-0" {}
        @for held in counts(vec![&timeline.hand]).into_iter().filter(|held| *held > 0) {
            g.hand id={ "hand-" (held) } { circle r="12" {} text.hand-count y="4" { (held) } }
        }
    }
}
