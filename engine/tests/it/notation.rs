//! Text forms of positions and records: every reachable one is parsed back unchanged, and errors have a position.

use fastrand::Rng;
use ikibuguzo_engine::{
    Array, Game, GameStart, ParseRecordError, Position, Record, RecordResult, RecordStream, ReplayError,
    Ruleset, Seat, Turn, TurnError,
};

/// Starts a game and its record.
fn new_game(ruleset: Ruleset, rng: &mut Rng) -> (Game, Record) {
    let mut record = Record { tags: Vec::new(), turns: Vec::new(), result: RecordResult::Open };
    record.add_tag("Rules", ruleset);
    let mut arrangement = match ruleset.begin() {
        GameStart::Play(game) => return (game, record),
        GameStart::Arrange(arrangement) => arrangement,
    };
    let mut arrays: Vec<Array> = Vec::new();
    for seat in Seat::ALL {
        arrays.push(*rng.choice(arrangement.legal(seat)).expect("offered"));
        arrangement.choose(seat, arrays[arrays.len() - 1]).expect("offered");
    }
    record.add_tag("Arrays", format!("{} {}", arrays[0], arrays[1]));
    (arrangement.reveal().expect("both have chosen"), record)
}

/// Plays a random game to its end and calls `look` with every position and the record so far.
fn play(ruleset: Ruleset, rng: &mut Rng, mut check: impl FnMut(&Game, &Record)) -> (Game, Record) {
    let (mut game, mut record) = new_game(ruleset, rng);
    while let Some(seat) = game.to_move() {
        check(&game, &record);
        let mut turn = Turn::default();
        while game.to_move() == Some(seat) && (turn.actions.is_empty() || game.pending().is_some()) {
            check(&game, &record);
            let actions = game.legal_actions();
            turn.actions.push(actions[rng.usize(..actions.len())]);
            game.advance(turn.actions[turn.actions.len() - 1]).expect("listed as legal");
        }
        turn.comment = rng.bool().then(|| "a remark: [1.] \"é\"\n next line".to_owned());
        record.turns.push(turn);
    }
    record.result = RecordResult::from(game.outcome().expect("nobody is to move"));
    check(&game, &record);
    (game, record)
}

#[track_caller]
fn assert_round_trip(position: &Position) {
    let text = position.to_string();
    assert!(text.len() < 250 && !text.contains('\n'), "{text}");
    assert_eq!(text.parse::<Position>().as_ref(), Ok(position), "{text}");
}

#[test]
fn every_position_of_random_games_is_read_back() {
    let mut rng = Rng::with_seed(21);
    let mut pending = 0;
    let mut over = 0;
    for &ruleset in Ruleset::ALL {
        for _ in 0..60 {
            play(ruleset, &mut rng, |game, _| {
                assert_round_trip(game.position());
                pending += usize::from(game.pending().is_some());
                over += usize::from(game.outcome().is_some());
            });
        }
    }
    assert!(pending > 200 && over == 60 * Ruleset::ALL.len(), "{pending} pending, {over} over");
}

#[test]
fn a_parsed_position_continues_as_its_game() {
    let mut rng = Rng::with_seed(22);
    for &ruleset in Ruleset::ALL {
        let (mut game, _) = new_game(ruleset, &mut rng);
        while game.outcome().is_none() {
            let mut read: Position = game.position().to_string().parse().expect("a position");
            let actions = game.legal_actions();
            let action = actions[rng.usize(..actions.len())];
            assert_eq!(read.play(action), game.play(action));
            // A parsed position has no history, so it does not end by repetition.
            let repeated = game.outcome().is_some() && read.outcome().is_none();
            assert!(repeated || read == *game.position());
        }
    }
}

#[test]
fn every_record_is_read_back_and_plays_to_the_same_end() {
    let mut rng = Rng::with_seed(23);
    let mut file = String::new();
    let mut written = Vec::new();
    for &ruleset in Ruleset::ALL {
        for _ in 0..20 {
            let (game, mut record) = play(ruleset, &mut rng, |_, _| {});
            record.add_tag("Event", "\"quoted\" \\ and\nbroken");
            assert_eq!(record.replay().expect("a game").position(), game.position());
            file.push_str(&record.to_string());
            written.push(record);
        }
    }
    let read: Vec<Record> =
        Record::read_all(&file).expect("records").into_iter().map(|read| read.record).collect();
    assert_eq!(read, written);
    let again: String = read.iter().map(Record::to_string).collect();
    assert_eq!(again, file);
    for size in [1, 1_000, file.len()] {
        assert_eq!(read_in_pieces(file.as_bytes(), size).as_ref(), Ok(&written), "pieces of {size} bytes");
    }
    let marked = format!("\u{feff}{file}");
    assert_eq!(read_in_pieces(marked.as_bytes(), 2), Ok(written), "with a byte order mark");
}

/// Reads records from pieces of this many bytes.
fn read_in_pieces(bytes: &[u8], size: usize) -> Result<Vec<Record>, ParseRecordError> {
    let mut stream = RecordStream::default();
    let mut records = Vec::new();
    for piece in bytes.chunks(size) {
        stream.push(piece)?;
        while let Some(read) = stream.next_record()? {
            records.push(read.record);
        }
    }
    stream.finish()?;
    while let Some(read) = stream.next_record()? {
        records.push(read.record);
    }
    Ok(records)
}

#[test]
fn text_in_pieces_fails_at_the_position_of_the_error() {
    let head = "[Rules \"kubuguza\"]\n\n1. O n\n";
    let cases = [
        (format!("{head}south\n\nwhat is this").into_bytes(), "line 6, column 1: a record begins"),
        ([head.as_bytes(), b"{\xc3\x28}"].concat(), "line 4, column 2: the text is not UTF-8"),
        ([head.as_bytes(), b"{\xc3"].concat(), "line 4, column 2: the text is not UTF-8"),
        ([head.as_bytes(), &[b'\n'; 3], b"southern\n"].concat(), "line 7, column 1: the next number"),
        (
            [head.as_bytes(), &[b'x'; 3 << 20]].concat(),
            "line 4, column 1: the record has more than a million",
        ),
        ([b"\n\n".as_slice(), &[b'x'; 3 << 20]].concat(), "line 3, column 1: a record begins with a tag"),
        ([head.as_bytes(), &[b'\n'; 3 << 20]].concat(), "the record has more than a million"),
    ];
    for (bytes, expected) in cases {
        for size in [1_000, bytes.len()] {
            let error = read_in_pieces(&bytes, size).expect_err(expected).to_string();
            assert!(error.contains(expected), "{error} in pieces of {size} bytes");
        }
    }
}

#[test]
fn a_record_has_each_tag_once() {
    let text = "[Rules \"kubuguza\"]\n[South \"ana\"]\n[South \"bo\"]\n?\n";
    let error = Record::read_all(text).expect_err(text).to_string();
    assert_eq!(error, "line 3, column 1: the record has this tag already");
    assert_eq!(Record::read_all("[Rules \"a\"] ? [Rules \"b\"] ?").expect("two records").len(), 2);
}

#[test]
fn a_record_may_begin_at_a_position_with_either_seat() {
    let mut rng = Rng::with_seed(24);
    let (mut game, _) = new_game("kubuguza".parse().expect("rules"), &mut rng);
    game.advance("O".parse().expect("an action")).expect("legal");
    let text = format!("[Position \"{}\"]\n\n1. n L\n2. o<.o<\n?\n", game.position());
    let read = Record::read_all(&text).expect("a record");
    assert_eq!(read[0].record.replay().expect("a game").turns(), 4);
}

#[track_caller]
fn assert_fails_at(text: &str, position: &str) {
    let error = Record::read_all(text).expect_err(text);
    assert!(error.to_string().starts_with(&format!("{position}: ")), "{error}");
}

#[test]
fn a_text_that_is_not_a_record_fails_with_line_and_column() {
    let head = "[Rules \"kubuguza\"]\n";
    assert_fails_at("1. O n", "line 1, column 1");
    assert_fails_at("[1 \"x\"]", "line 1, column 2");
    assert_fails_at("[Rules kubuguza]", "line 1, column 7");
    assert_fails_at("[Rules \"kubuguza]\n", "line 1, column 18");
    assert_fails_at("[Rules \"a\\b\"]", "line 1, column 11");
    assert_fails_at("[Rules \"kubuguza\"", "line 1, column 18");
    assert_fails_at(head, "line 2, column 1");
    assert_fails_at(&format!("{head}\n2. O"), "line 3, column 2");
    assert_fails_at(&format!("{head}\n1. O n\n1. L"), "line 4, column 2");
    assert_fails_at(&format!("{head}\n1. O..n"), "line 3, column 4");
    assert_fails_at(&format!("{head}\n1. O é"), "line 3, column 6");
    assert_fails_at(&format!("{head}\n1. O {{no end"), "line 3, column 6");
    assert_fails_at(&format!("{head}\n1. O n"), "line 3, column 7");
}

#[track_caller]
fn replay_error(text: &str) -> ReplayError {
    let read = Record::read_all(text).expect("a record");
    read[0].record.replay().expect_err(text)
}

#[test]
fn a_record_that_cannot_be_played_fails_with_its_tag_or_turn() {
    let fault = |text: &str| replay_error(text).to_string();
    assert_eq!(fault("[South \"x\"]\n?"), "the tag Rules: it is missing");
    assert!(fault("[Rules \"chess\"]\n?").starts_with("the tag Rules: there is no such ruleset"));
    assert_eq!(fault("[Rules \"ikibuguzo:first\"]\n?"), "the tag Arrays: it is missing");
    let arrays = "[Rules \"ikibuguzo:first\"]\n[Arrays \"first second\"]\n?";
    assert_eq!(fault(arrays), "the tag Arrays: this game does not offer the array second; it offers first");
    assert_eq!(fault("[Position \"x\"]\n?"), "the tag Position: column 1: this is not a ruleset");
    let kubuguza = |turns: &str| fault(&format!("[Rules \"kubuguza\"]\n\n{turns}"));
    assert_eq!(
        kubuguza("1. O n\n2. A ?"),
        "turn 3: A: a hole needs two or more counters to be sown; A holds 1"
    );
    assert_eq!(kubuguza("1. O.n ?"), "turn 1: n: the turn was over before it");
    assert_eq!(kubuguza("1. O n\n2. L o<\n3. A ?"), "turn 4: the turn stops in the middle, at a choice");
    let unfinished = replay_error("[Rules \"kubuguza\"]\n\n1. O n\n2. L o<\n3. A ?");
    assert_eq!(unfinished, ReplayError::Turn { index: 3, why: TurnError::Unfinished });
}

#[test]
fn the_last_turn_may_stop_in_the_middle() {
    for result in [RecordResult::Open, RecordResult::Won(Seat::South), RecordResult::Draw] {
        let text = format!("[Rules \"kubuguza\"]\n\n1. O n\n2. L o<\n{result}\n");
        let game = Record::read_all(&text).expect("a record")[0].record.replay().expect("a game");
        assert!(game.pending().is_some());
        assert_eq!((game.turns(), game.outcome()), (3, None));
    }
}

#[test]
fn a_result_that_contradicts_the_rules_is_an_error() {
    let mut rng = Rng::with_seed(25);
    let (game, mut record) = play("kubuguza".parse().expect("rules"), &mut rng, |_, _| {});
    let by_the_rules = RecordResult::from(game.outcome().expect("over"));
    record.result = RecordResult::Open;
    let recorded = RecordResult::Open;
    assert_eq!(record.replay().err(), Some(ReplayError::Result { by_the_rules, recorded }));
    // Players may end a game that the rules do not end.
    record.turns.pop();
    record.result = RecordResult::Won(Seat::South);
    assert!(record.replay().is_ok());
}

#[track_caller]
fn assert_refused_at(text: &str, column: usize) {
    let error = text.parse::<Position>().expect_err(text);
    assert_eq!(error.column, column, "{text}: {error}");
}

#[test]
fn an_impossible_position_is_refused_at_its_column() {
    let fields = [
        "kubuguza",
        "2,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0",
        "2,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0",
        "-",
        "south",
        "-/-",
        "-",
        "0",
        "0",
        "-",
    ];
    let text = |index: usize, field: &str| {
        let mut changed = fields;
        changed[index] = field;
        changed.join(" ")
    };
    assert!(text(0, "kubuguza").parse::<Position>().is_ok());
    assert_refused_at("", 1);
    assert_refused_at(&text(0, "chess"), 1);
    assert_refused_at(&text(1, "2,0"), 10);
    assert_refused_at(&text(1, "2,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0"), 10);
    assert_refused_at(&text(1, "02,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0"), 10);
    assert_refused_at(&text(2, "2,0,0,0,0,0,0,0,0,0,0,0,0,0,0,256"), 42);
    assert_refused_at(&text(3, "9,9"), 74);
    assert_refused_at(&text(4, "South"), 76);
    assert_refused_at(&text(5, "walk/-"), 82);
    assert_refused_at(&text(6, "A5:1"), 86);
    // There is no choice at A.
    assert_refused_at(&text(6, "A5:1:-"), 97);
    assert_refused_at(&text(7, "201"), 88);
    assert_refused_at(&text(8, "-1"), 90);
    assert_refused_at(&text(9, "south:luck"), 92);
    assert_refused_at(&format!("{} ", text(0, "kubuguza")), 94);
    // The board ends the game, and the text says that it continues.
    assert_refused_at(&text(1, "1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0"), 92);
    assert_refused_at(&text(7, "200"), 94);
    assert_refused_at(&text(1, "255,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0"), 94);
}

#[test]
fn an_opening_that_does_not_bind_is_refused() {
    let mut rng = Rng::with_seed(26);
    let (game, _) = new_game("ikibuguzo:first".parse().expect("rules"), &mut rng);
    let text = game.position().to_string();
    for (from, to) in [("first.0/", "first.3/"), ("first.0/", "second.0/"), ("first.0/", "first.1.0/")] {
        let changed = text.replacen(from, to, 1);
        assert_ne!(changed, text);
        changed.parse::<Position>().expect_err(&changed);
    }
    let spread = "njombwa:8 0,2,0,0,0,0,0,0,0,0,0,0,0,0,0,0 29,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0 - south spread/spread - 0 0 -";
    spread.parse::<Position>().expect_err("A is empty: there is nothing to spread");
}
