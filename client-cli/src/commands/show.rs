//! `show` prints a game turn by turn, with the boards; `record` prints its record.

use std::fmt::Write as _;
use std::io::{Write, stdin, stdout};

use anyhow::Result;
use ikibuguzo_protocol::{Event, EventPage, GameId};
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::connection::api_client::ApiClient;
use crate::exit::{Exit, Failure};
use crate::game_view::event_text::{changes_board, event_text, past_event_text};
use crate::game_view::local_game::LocalGame;
use crate::game_view::overview::{drawing, title};
use crate::game_view::turn_list::{PlayedTurn, TurnList};
use crate::terminal::output::write_paged;
use crate::terminal::sanitize::sanitize;
use crate::terminal::stdin_lines::read_line;
use crate::terminal::style::Style;

/// Prints a game up to its newest event, or only the position after a turn.
///
/// # Errors
///
/// If the server cannot be reached or refuses, or the game has fewer turns.
pub fn run(api: &ApiClient, game: GameId, turn: Option<usize>, json: bool) -> Result<Exit> {
    let text = api.get(&format!("/api/games/{game}/events"), &[], None)?;
    if json {
        let raw: RawEvents = api.parse(&text)?;
        let mut out = stdout().lock();
        raw.events.iter().try_for_each(|event| writeln!(out, "{event}"))?;
        return Ok(Exit::Done);
    }
    let EventPage { events, .. } = api.parse(&text)?;
    match turn {
        Some(turn) => write!(stdout(), "{}", position_text(game, &events, turn, Style::of_stdout())?)?,
        None => write_paged(&game_text(game, &events, Style::of_stdout()))?,
    }
    Ok(Exit::Done)
}

/// Prints one position after the other, as the lines of standard input ask for them.
///
/// # Errors
///
/// If the server cannot be reached or refuses, or standard input cannot be read.
pub fn run_stepping(api: &ApiClient, game: GameId) -> Result<Exit> {
    let events = api.events(None, game)?;
    let count = TurnList::from_events(game, &events).map_or(0, |(turns, _)| turns.turns().len());
    let mut turn = 0;
    write!(stdout(), "{}", position_text(game, &events, turn, Style::of_stdout())?)?;
    write_step_prompt(turn, count)?;
    let mut input = stdin().lock();
    while let Some(line) = read_line(&mut input)? {
        match Step::from(line.trim()) {
            Step::Quit => break,
            Step::Unknown => writeln!(stdout(), "Enter, b, a number or q")?,
            step => {
                turn = step.apply(turn, count);
                write!(stdout(), "{}", position_text(game, &events, turn, Style::of_stdout())?)?;
            }
        }
        write_step_prompt(turn, count)?;
    }
    Ok(Exit::Done)
}

/// Prints the record of a game up to its newest turn.
///
/// # Errors
///
/// If the server cannot be reached or refuses.
pub fn run_record(api: &ApiClient, game: GameId) -> Result<Exit> {
    let text = api.record(None, game)?;
    write!(stdout(), "{}", sanitize(&text))?;
    Ok(Exit::Done)
}

fn write_step_prompt(turn: usize, count: usize) -> std::io::Result<()> {
    writeln!(stdout(), "turn {turn} of {count}: Enter next, b back, a number, q quit >")?;
    stdout().flush()
}

/// What a line requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Next,
    Back,
    To(usize),
    Quit,
    Unknown,
}

impl From<&str> for Step {
    fn from(line: &str) -> Self {
        match line.to_ascii_lowercase().as_str() {
            "" | "n" | "next" => Self::Next,
            "b" | "back" => Self::Back,
            "q" | "quit" | "exit" => Self::Quit,
            number => number.parse().map_or(Self::Unknown, Self::To),
        }
    }
}

impl Step {
    /// The turn after this step from a turn.
    fn apply(self, turn: usize, count: usize) -> usize {
        match self {
            Self::Next => (turn + 1).min(count),
            Self::Back => turn.saturating_sub(1),
            Self::To(number) => number.min(count),
            Self::Quit | Self::Unknown => turn,
        }
    }
}

/// Events as the server sent them, for scripts.
#[derive(Deserialize)]
struct RawEvents {
    events: Vec<Box<RawValue>>,
}

/// The whole game. It begins with both players, although the first events name only one of them.
fn game_text(id: GameId, events: &[Event], style: Style) -> String {
    let mut text = String::new();
    let Some((first, rest)) = events.split_first() else { return text };
    let Some(mut game) = LocalGame::from_first_event(id, first) else { return text };
    let mut line = |lines: &str| writeln!(text, "{lines}").expect("a string takes all text");
    let Some((_, last)) = TurnList::from_events(id, events) else { return text };
    line(&style.wrap(&title(&last)));
    let sentence = if last.is_over() { past_event_text } else { event_text };
    for event in rest {
        line(&style.wrap(&sentence(event, &game)));
        game.apply(event);
        if changes_board(&event.kind)
            && let Some(drawing) = drawing(&game, None, style)
        {
            line(&format!("\n{drawing}\n"));
        }
    }
    text
}

/// The sentences of a turn, and the board after it.
fn position_text(id: GameId, events: &[Event], turn: usize, style: Style) -> Result<String> {
    let not_begun = || Failure::new(Exit::Refused, "the game has not begun");
    let unknown = || Failure::new(Exit::Refused, format!("the game has not had turn {turn}"));
    let (turns, mut game) = TurnList::from_events(id, events).ok_or_else(not_begun)?;
    turns.position_after(0).ok_or_else(not_begun)?;
    game.view.position = Some(turns.position_after(turn).ok_or_else(unknown)?.clone());
    game.view.clocks = turns.clocks_after(turn);
    let played = turn.checked_sub(1).and_then(|last| turns.turns().get(last));
    let sentences = played.map_or_else(|| "The first position.".to_owned(), PlayedTurn::text);
    let board = drawing(&game, None, style).unwrap_or_default();
    Ok(format!("{}\nTurn {turn}: {}\n\n{board}\n", style.wrap(&title(&game)), style.wrap(&sentences)))
}

#[cfg(test)]
mod tests {
    use ikibuguzo_protocol::EventKind;

    use super::*;
    use crate::game_view::local_game::tests::{played_events, test_game_id};

    #[test]
    fn the_game_begins_with_its_players() {
        let text = game_text(test_game_id(), &played_events("kubuguza", 2), Style::PLAIN);
        let title = "Game 05cdv44x7ekv of kubuguza: South imbogo-1, North umusambi-2.\n";
        assert!(text.starts_with(title), "{text}");
    }

    #[test]
    fn a_finished_game_is_not_described_as_if_it_were_played_now() {
        let mut events = played_events("kubuguza", 2);
        let arranged = r#"{"seq":4,"at":0,"kind":"arranged","seat":"south"}"#;
        let ended = r#"{"seq":8,"at":0,"kind":"ended","winner":"south","reason":"resignation"}"#;
        events.insert(3, serde_json::from_str(arranged).expect("an event"));
        events.push(serde_json::from_str(ended).expect("an event"));
        let text = game_text(test_game_id(), &events, Style::PLAIN);
        let title = "Game 05cdv44x7ekv of kubuguza, finished: South imbogo-1, North umusambi-2.\n";
        assert!(text.starts_with(title), "{text}");
        assert!(text.contains("\nSouth (imbogo-1) has arranged.\n"), "{text}");
        let position = position_text(test_game_id(), &events, 1, Style::PLAIN).expect("played");
        assert!(position.starts_with(title), "{position}");
    }

    #[test]
    fn lines_step_through_the_turns() {
        let mut turn = 0;
        for (line, shown) in [("", 1), ("n", 2), ("", 3), ("", 3), ("b", 2), ("0", 0), ("B", 0), ("99", 3)] {
            turn = Step::from(line).apply(turn, 3);
            assert_eq!(turn, shown, "{line:?}");
        }
        assert_eq!([Step::from("q"), Step::from("x")], [Step::Quit, Step::Unknown]);
    }

    #[test]
    fn one_turn_is_shown_with_its_position() {
        let events = played_events("kubuguza", 12);
        let shown = |turn| position_text(test_game_id(), &events, turn, Style::PLAIN);
        assert!(shown(0).expect("the start").contains("\nTurn 0: The first position.\n"));
        let second = shown(2).expect("played");
        assert!(second.contains("\nTurn 2: North sows "), "{second}");
        assert_eq!(shown(13).expect_err("12 turns").to_string(), "the game has not had turn 13");
        let open = position_text(test_game_id(), &events[..2], 0, Style::PLAIN);
        assert_eq!(open.expect_err("no turn").to_string(), "the game has not begun");
    }

    #[test]
    fn a_turn_is_shown_with_the_clocks_after_it() {
        let mut events = played_events("kubuguza", 3);
        for (south, event) in (60_000_u64..).step_by(1_000).zip(&mut events[3..]) {
            let text = format!(
                r#"{{"balance":{{"south":{south},"north":50000}},"running":null,"runs_out_at":null}}"#
            );
            let (EventKind::Begun { clocks, .. } | EventKind::Acted { clocks, .. }) = &mut event.kind else {
                panic!()
            };
            *clocks = serde_json::from_str(&text).expect("clocks");
        }
        for (turn, left) in ["1:00", "1:01", "1:02", "1:03"].into_iter().enumerate() {
            let shown = position_text(test_game_id(), &events, turn, Style::PLAIN).expect("played");
            assert!(shown.contains(&format!("South (imbogo-1), {left} left")), "{shown}");
        }
    }
}
