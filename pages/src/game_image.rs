//! Images of games, as a spectator sees them: the board alone, and a card with the players' names.

mod style;

use ikibuguzo_engine::{GameStart, Ruleset, Seat, Viewer};
use ikibuguzo_protocol::{GameView, Outcome, PlyView, PositionView, State};
use maud::{Markup, PreEscaped, html};

use crate::board;
use crate::rules::first_position;
use crate::words::Words;

/// The width and the height of a card in pixels, which programs that show links as cards expect.
pub const CARD_SIZE: (u32, u32) = (1200, 630);

/// The room for the board on a card, in pixels. The text stands above and below.
const BOARD_ROOM: (f64, f64) = (1120.0, 452.0);

/// A game to draw, as a spectator sees it.
#[derive(Clone, Debug)]
pub struct GameImage {
    view: GameView,
    rules: Ruleset,
    position: Option<PositionView>,
    /// The ply to show and the number of plies, if an earlier position was requested.
    ply: Option<(u32, u32)>,
}

impl GameImage {
    /// The game as it stands, or at the ply in `shown`.
    pub fn new(view: GameView, shown: Option<PlyView>) -> Self {
        let rules = *view.rules;
        let ply = shown.as_ref().map(|shown| (shown.position.ply, shown.plies));
        let shown = shown.map(|shown| shown.position);
        let position = shown.or_else(|| view.position.clone()).or_else(|| unarranged_position(rules));
        Self { view, rules, position, ply }
    }

    /// The board alone, as an SVG document.
    pub fn board_svg(&self) -> String {
        let size = board::size(self.rules);
        let content = board::still_content(self.rules, self.position.as_ref());
        document(size, &self.view.rules.to_string(), "", self.rules, &content)
    }

    /// The card, as an SVG document.
    pub fn card_svg(&self) -> String {
        let words = Words::english();
        let size = (CARD_SIZE.0 as usize, CARD_SIZE.1 as usize);
        styled_document(size, words.text("site.name"), &style::FOR_PIXELS, self.rules, &self.card(words))
    }

    fn card(&self, words: &Words) -> Markup {
        html! {
            (card(words, self.rules, self.position.as_ref()))
            (self.player(Seat::North, 64, words))
            (self.player(Seat::South, 592, words))
            text.faint-text x="1160" y="590" font-size="24" text-anchor="end" { (self.caption(words)) }
        }
    }

    fn player(&self, seat: Seat, y: u32, words: &Words) -> Markup {
        html! {
            text.label-text x="600" y=(y) font-size="36" text-anchor="middle" {
                (self.player_name(seat))
                @if let Some(status) = self.player_status(seat) {
                    tspan.faint-text font-size="24" dx="14" { (words.text(status)) }
                }
            }
        }
    }

    fn player_name(&self, seat: Seat) -> &str {
        self.view.players.get(seat).as_ref().map_or("?", |name| name.as_str())
    }

    /// The key of the text beside a name: winner, or to move.
    fn player_status(&self, seat: Seat) -> Option<&'static str> {
        let to_move = self.position.as_ref().and_then(|position| position.to_move);
        let winner = self.view.outcome.filter(|_| self.is_newest()).and_then(|outcome| outcome.winner);
        match (winner, to_move) {
            (Some(winner), _) => (*winner == seat).then_some("card.winner"),
            (None, Some(mover)) if self.view.position.is_some() => (*mover == seat).then_some("card.to-move"),
            _ => None,
        }
    }

    fn is_newest(&self) -> bool {
        self.ply.is_none_or(|(ply, plies)| ply == plies)
    }

    /// The state of the game, apart from what the texts beside the names say.
    fn caption(&self, words: &Words) -> String {
        let is_won = self.view.outcome.is_some_and(|outcome| outcome.winner.is_some());
        match (self.ply, &self.position) {
            (Some((ply, plies)), _) if ply < plies => {
                words.fill("card.ply", &[("ply", &ply.to_string()), ("plies", &plies.to_string())])
            }
            (_, Some(position)) if is_won || self.view.state == State::Playing => {
                words.fill("card.turns", &[("turns", &position.turns.to_string())])
            }
            _ => self.state(words),
        }
    }

    fn state(&self, words: &Words) -> String {
        match (self.view.state, self.view.outcome) {
            (State::Finished, Some(outcome)) => self.end(outcome, words),
            (State::Open, _) => words.text("card.open").to_owned(),
            (State::Arranging, _) => words.text("card.arranging").to_owned(),
            (State::Playing | State::Finished, _) => self.turn(words),
        }
    }

    fn turn(&self, words: &Words) -> String {
        let turns = self.view.position.as_ref().map_or(0, |position| position.turns);
        let to_move = self.view.position.as_ref().and_then(|position| position.to_move);
        let player = to_move.map_or("?", |seat| self.player_name(*seat));
        words.fill("card.playing", &[("player", player), ("turn", &(turns + 1).to_string())])
    }

    fn end(&self, outcome: Outcome, words: &Words) -> String {
        match outcome.winner {
            Some(seat) => words.fill("card.won", &[("player", self.player_name(*seat))]),
            None if outcome.reason.has_result() => words.text("card.drawn").to_owned(),
            None => words.text("card.void").to_owned(),
        }
    }
}

/// The card of a game's start, as an SVG document: for pages that show no game.
pub fn start_card_svg(rules: Ruleset) -> String {
    let words = Words::english();
    let size = (CARD_SIZE.0 as usize, CARD_SIZE.1 as usize);
    let content = html! {
        (card(words, rules, Some(&first_position(rules))))
        text.label-text x="600" y="594" font-size="28" text-anchor="middle" { (words.text("card.site")) }
    };
    styled_document(size, words.text("site.name"), &style::FOR_PIXELS, rules, &content)
}

/// The background of a card, with the names of the site and of the game, and the board.
fn card(words: &Words, rules: Ruleset, position: Option<&PositionView>) -> Markup {
    let (width, height) = board::size(rules);
    let width = width as f64;
    let height = height as f64;
    let scale = (BOARD_ROOM.0 / width).min(BOARD_ROOM.1 / height);
    let x = (f64::from(CARD_SIZE.0) - width * scale) / 2.0;
    let y = (f64::from(CARD_SIZE.1) - height * scale) / 2.0;
    html! {
        rect width=(CARD_SIZE.0) height=(CARD_SIZE.1) fill="url(#table)" {}
        text.label-text x="40" y="62" font-size="30" { (words.text("site.name")) }
        text.faint-text x="1160" y="60" font-size="24" text-anchor="end" { (words.fill("card.game", &[("game", rules.name())])) }
        g transform={ "translate(" (format!("{x:.1} {y:.1}")) ") scale(" (format!("{scale:.4}")) ")" } {
            (shadow(rules))
            (board::still_content(rules, position))
        }
    }
}

/// The first position of the games that do not begin with an arrangement.
fn unarranged_position(rules: Ruleset) -> Option<PositionView> {
    match rules.begin() {
        GameStart::Play(game) => Some(PositionView::of(&game, Viewer::Spectator)),
        GameStart::Arrange(_) => None,
    }
}

/// A document for browsers, with a light and a dark variant. `style` is added to that of boards.
pub(crate) fn document(
    size: (usize, usize),
    title: &str,
    style: &str,
    rules: Ruleset,
    content: &Markup,
) -> String {
    styled_document(size, title, &format!("{}{style}", *style::FOR_SCREENS), rules, content)
}

fn styled_document(
    size: (usize, usize),
    title: &str,
    style: &str,
    rules: Ruleset,
    content: &Markup,
) -> String {
    let drawing = html! {
        svg xmlns="http://www.w3.org/2000/svg" viewBox={ "0 0 " (size.0) " " (size.1) } width=(size.0) height=(size.1) role="img" {
            title { (title) }
            style { (PreEscaped(style)) }
            (board::shared_definitions())
            defs { (table()) (board::heap_definitions()) (board::ground_definition(rules)) }
            (content)
        }
    };
    drawing.into_string()
}

/// The background of a card.
fn table() -> Markup {
    html! {
        radialGradient id="table" r=".75" { stop.table {} stop.table offset=".4" {} stop.table-far offset="1" {} }
    }
}

fn shadow(rules: Ruleset) -> Markup {
    let (width, height) = board::size(rules);
    let above = if rules.has_stores() { board::STORE_HEIGHT } else { 0 };
    html! {
        @for down in [4, 7] {
            rect.shadow x="0" y=(above + down) width=(width) height=(height - 2 * above) rx="16" {}
        }
    }
}
