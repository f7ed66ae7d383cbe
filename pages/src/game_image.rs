//! What a picture of a game shows.

use ikibuguzo_engine::{Ruleset, Seat, Start, Viewer};
use ikibuguzo_protocol::{GameView, PlyView, PositionView, State};
use maud::{Markup, PreEscaped, html};

use super::look;
use crate::web::board;
use crate::web::card::told_state;
use crate::web::words::Words;

/// The width and the height of a card, in pixels: what programs that show links ask for.
pub(super) const CARD: (u32, u32) = (1200, 630);

/// The room for the board on a card: what lies above and below it is for words.
const ROOM: (f64, f64) = (1120.0, 452.0);

/// A game to be drawn, as a spectator sees it.
pub(super) struct Scene {
    view: GameView,
    rules: Ruleset,
    position: Option<PositionView>,
    /// After how many actions of how many, if that was asked.
    ply: Option<(u32, u32)>,
}

impl Scene {
    pub(super) fn new(view: GameView, shown: Option<PlyView>) -> Self {
        let rules = *view.rules;
        let ply = shown.as_ref().map(|shown| (shown.position.ply, shown.plies));
        let shown = shown.map(|shown| shown.position);
        let position = shown.or_else(|| view.position.clone()).or_else(|| beginning(rules));
        Self { view, rules, position, ply }
    }

    /// The board alone, as a whole document.
    pub(super) fn board(&self) -> String {
        let (width, height) = board::size(self.rules);
        let title = self.view.rules.to_string();
        document(
            (width, height),
            &title,
            &look::ON_SCREEN,
            self.rules,
            &board::lying(self.rules, self.position.as_ref()),
        )
    }

    /// A card, as a whole document.
    pub(super) fn card(&self, words: &Words) -> String {
        let (width, height) = (CARD.0 as usize, CARD.1 as usize);
        document((width, height), words.say("site.name"), &look::ON_PAPER, self.rules, &self.laid_out(words))
    }

    fn laid_out(&self, words: &Words) -> Markup {
        let (width, height) = board::size(self.rules);
        let (width, height) = (width as f64, height as f64);
        let scale = (ROOM.0 / width).min(ROOM.1 / height);
        let (x, y) = ((f64::from(CARD.0) - width * scale) / 2.0, (f64::from(CARD.1) - height * scale) / 2.0);
        html! {
            rect width=(CARD.0) height=(CARD.1) fill="url(#table)" {}
            text.told x="40" y="62" font-size="30" { (words.say("site.name")) }
            text.whisper x="1160" y="60" font-size="24" text-anchor="end" { (words.fill("card.game", &[("game", self.rules.name())])) }
            (self.player(Seat::North, 64, words))
            (self.player(Seat::South, 592, words))
            text.whisper x="1160" y="590" font-size="24" text-anchor="end" { (self.state(words)) }
            g transform={ "translate(" (format!("{x:.1} {y:.1}")) ") scale(" (format!("{scale:.4}")) ")" } {
                (shadow(self.rules))
                (board::lying(self.rules, self.position.as_ref()))
            }
        }
    }

    fn player(&self, seat: Seat, y: u32, words: &Words) -> Markup {
        let name = self.view.players.get(seat).as_ref().map_or("?", |name| name.as_str());
        html! {
            text.told x="600" y=(y) font-size="36" text-anchor="middle" {
                (name)
                @if let Some(beside) = self.beside(seat) {
                    tspan.whisper font-size="24" dx="14" { (words.say(beside)) }
                }
            }
        }
    }

    /// What stands beside a name.
    fn beside(&self, seat: Seat) -> Option<&'static str> {
        let to_move = self.position.as_ref().and_then(|position| position.to_move);
        let won = self.view.outcome.filter(|_| self.is_last()).and_then(|outcome| outcome.winner);
        match (won, to_move) {
            (Some(winner), _) => (*winner == seat).then_some("card.winner"),
            (None, Some(mover)) if self.view.position.is_some() => (*mover == seat).then_some("card.to-move"),
            _ => None,
        }
    }

    fn is_last(&self) -> bool {
        self.ply.is_none_or(|(ply, plies)| ply == plies)
    }

    /// How the game stands, as far as the names do not tell.
    fn state(&self, words: &Words) -> String {
        let won = self.view.outcome.is_some_and(|outcome| outcome.winner.is_some());
        match (self.ply, &self.position) {
            (Some((ply, plies)), _) if ply < plies => {
                words.fill("card.ply", &[("ply", &ply.to_string()), ("plies", &plies.to_string())])
            }
            (_, Some(position)) if won || self.view.state == State::Playing => {
                words.fill("card.turns", &[("turns", &position.turns.to_string())])
            }
            _ => told_state(&self.view, words),
        }
    }
}

/// The board that a game will begin with, where nobody has a choice in it.
fn beginning(rules: Ruleset) -> Option<PositionView> {
    match rules.begin() {
        Start::Play(game) => Some(PositionView::of(&game, Viewer::Spectator)),
        Start::Arrange(_) => None,
    }
}

fn document(size: (usize, usize), title: &str, style: &str, rules: Ruleset, drawn: &Markup) -> String {
    let drawing = html! {
        svg xmlns="http://www.w3.org/2000/svg" viewBox={ "0 0 " (size.0) " " (size.1) } width=(size.0) height=(size.1) role="img" {
            title { (title) }
            style { (PreEscaped(style)) }
            (board::seeds())
            defs { (table()) (board::heaps()) (board::ground(rules)) }
            (drawn)
        }
    };
    drawing.into_string()
}

/// What the board of a card lies on.
fn table() -> Markup {
    html! {
        radialGradient id="table" r=".75" { stop.table {} stop.table offset=".4" {} stop.table-far offset="1" {} }
    }
}

fn shadow(rules: Ruleset) -> Markup {
    let (width, height) = board::size(rules);
    let above = if rules.has_stores() { 36 } else { 0 };
    html! {
        @for down in [4, 7] {
            rect.cast x="0" y=(above + down) width=(width) height=(height - 2 * above) rx="16" {}
        }
    }
}
