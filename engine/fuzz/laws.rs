//! Laws that hold for any bytes: no panic, no endless loop, and a parsed value is written back unchanged. The fuzz targets
//! and `engine/tests/it/fuzz.rs` share them.

use ikibuguzo_engine::{
    Action, Game, GameStart, ParseRecordError, ParsedRecord, Position, Record, RecordStream, Ruleset, Seat,
};

/// A law: a function that panics on bytes that break it.
pub(crate) type Law = fn(&[u8]);

/// The laws by name of their fuzz target.
pub(crate) const TARGETS: [(&str, Law); 4] =
    [("action", action), ("position", position), ("record", record), ("play", play)];

/// Largest number of actions played from one input.
const MAX_ACTIONS: usize = 400;

/// Bytes as an action: it has one spelling or is refused.
pub(crate) fn action(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    if let Ok(action) = text.parse::<Action>() {
        assert_eq!(action.to_string(), text);
    }
}

/// Bytes as a position: it has one spelling or is refused, and its legal actions can be played.
pub(crate) fn position(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let Ok(position) = text.parse::<Position>() else { return };
    assert_eq!(position.to_string(), text);
    for action in position.legal_actions() {
        let mut game = Game::new(position);
        game.play(action).expect("it was listed");
        for _ in 0..4 {
            let Some(&next) = game.legal_actions().last() else { break };
            game.play(next).expect("it was listed");
            let written = game.position().to_string();
            let read: Position =
                written.parse().unwrap_or_else(|error| panic!("{error}: {written} from {text}"));
            assert_eq!(read, *game.position());
        }
    }
}

/// Bytes as records: parsed records are written back unchanged, and replaying them ends. Read piece by piece, they are the
/// same.
pub(crate) fn record(bytes: &[u8]) {
    let mut pieces = RecordStream::default();
    let by_pieces = read_in_pieces(&mut pieces, bytes);
    let Ok(text) = std::str::from_utf8(bytes) else {
        assert!(by_pieces.is_err());
        return;
    };
    let read = Record::read_all(text);
    if !text.starts_with('\u{feff}') {
        assert_eq!(by_pieces, read);
    }
    let Ok(read) = read else { return };
    for read in read {
        let written = read.record.to_string();
        let again = Record::read_all(&written).expect("what is written is read");
        assert_eq!(again.len(), 1);
        assert_eq!(again[0].record, read.record);
        assert_eq!(read.turns.len(), read.record.turns.len());
        let _ = read.record.replay();
    }
}

/// Reads records from pieces of seven bytes.
fn read_in_pieces(stream: &mut RecordStream, bytes: &[u8]) -> Result<Vec<ParsedRecord>, ParseRecordError> {
    let mut read = Vec::new();
    for piece in bytes.chunks(7) {
        stream.push(piece)?;
        while let Some(record) = stream.next_record()? {
            read.push(record);
        }
    }
    stream.finish()?;
    while let Some(record) = stream.next_record()? {
        read.push(record);
    }
    Ok(read)
}

/// Bytes as actions in any game. The first two bytes choose the game and its arrangement.
pub(crate) fn play(bytes: &[u8]) {
    let [game, arrangement, actions @ ..] = bytes else { return };
    let ruleset = Ruleset::ALL[usize::from(*game) % Ruleset::ALL.len()];
    let mut game = begin(ruleset, *arrangement);
    for byte in actions.iter().take(MAX_ACTIONS) {
        let legal = game.legal_actions();
        let any = any_action(*byte);
        let before = *game.position();
        match legal.get(usize::from(*byte)) {
            Some(&listed) => drop(game.play(listed).expect("it was listed")),
            None => {
                let played = game.play(any);
                assert_eq!(played.is_ok(), legal.contains(&any));
                assert!(played.is_ok() || *game.position() == before);
            }
        }
    }
}

fn begin(ruleset: Ruleset, choice: u8) -> Game {
    let mut arrangement = match ruleset.begin() {
        GameStart::Play(game) => return game,
        GameStart::Arrange(arrangement) => arrangement,
    };
    for (seat, bit) in Seat::ALL.into_iter().zip([choice & 1, choice >> 1 & 1]) {
        let offered = arrangement.legal(seat);
        arrangement.choose(seat, offered[usize::from(bit) % offered.len()]).expect("it was offered");
    }
    arrangement.reveal().expect("both have chosen")
}

/// The action of a byte: a letter in either direction, or another action.
fn any_action(byte: u8) -> Action {
    match byte {
        b'*' => Action::Enter,
        b'>' => Action::EnterOpponent,
        b'-' => Action::Pass,
        letter => {
            let sowing = if letter < 128 { "" } else { "<" };
            let letter = char::from(letter & 127);
            format!("{letter}{sowing}").parse().unwrap_or(Action::Pass)
        }
    }
}
