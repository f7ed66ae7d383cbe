//! Moves as JSON: an event is written as the message that carries it, over random games of every ruleset, and a move is
//! read in every spelling that JSON allows.

use std::time::Duration;

use fastrand::Rng;
use ikibuguzo_engine::{Action, Game, GameStart, Hole, Lap, Ruleset, Seat, Viewer};
use ikibuguzo_protocol::{
    ClientMessage, ClockView, Event, EventKind, GameId, OfferKind, PositionView, Receipt, Seats,
    ServerMessage, Text, Timestamp,
};

/// Games played of each ruleset.
const GAMES_PER_RULESET: usize = 4;

/// Moves played in one game. Some games are much longer.
const MAX_MOVES: usize = 250;

/// The viewers for whom each move is written.
const VIEWERS: [Viewer; 4] =
    [Viewer::Player(Seat::South), Viewer::Player(Seat::North), Viewer::Spectator, Viewer::AfterGame];

/// JSON that must occur in these games; otherwise the comparison would miss something.
const REQUIRED_JSON: [&str; 12] = [
    r#"{"from":"A","dir":"acw","#,
    r#""dir":"cw","#,
    r#"{"enter":"own","#,
    r#"{"enter":"opponent","#,
    r#""captured":[["#,
    r#""pending":{"hole":"#,
    r#""to_move":null,"#,
    r#""stores":{"south":null,"north":null}"#,
    r#""stores":{"south":0,"#,
    r#""legal":[]"#,
    r#""running":null,"#,
    r#","closes":["draw","takeback"]}"#,
];

#[test]
fn a_move_is_written_as_its_message() {
    let mut rng = Rng::with_seed(41);
    let mut is_found = [false; REQUIRED_JSON.len()];
    for ruleset in Ruleset::ALL.iter().flat_map(|ruleset| [*ruleset; GAMES_PER_RULESET]) {
        play(ruleset, &mut rng, |event| {
            let written = check_json(event);
            for (is_found, required) in is_found.iter_mut().zip(REQUIRED_JSON) {
                *is_found |= written.contains(required);
            }
        });
    }
    assert_eq!(is_found, [true; REQUIRED_JSON.len()], "{REQUIRED_JSON:?}");
}

#[test]
fn a_rare_lap_is_written_as_its_message() {
    let mut rng = Rng::with_seed(42);
    let game = begin(Ruleset::ALL[0], &mut rng);
    let hole = Hole::new(Seat::North, 19);
    for lap in [Lap::Passed, Lap::Endless { hole }] {
        let position = PositionView::of(&game, Viewer::Spectator);
        let kind = acted(Seat::North, Action::clockwise(hole), &[lap], position, &mut rng);
        check_json(Event { seq: 0, at: Timestamp::from_millis(10), kind, closes: Vec::new() });
    }
}

#[test]
fn a_move_is_read_in_every_spelling_of_json() {
    for text in [
        r#"{"type":"act","game":"k7wq2m9xra4t","id":"c3","after":5,"action":"H"}"#,
        r#"{"action":"\u0048","after":5.0,"id":"c3","game":"K7WQ-2M9X-RA4T","\u0074ype":"act"}"#,
        r#" {"type":"\u0061ct","game":"k7wq2m9xra4t","id":"\u0063\u0033","after":5,"action":"H"} "#,
    ] {
        let game = "k7wq2m9xra4t".parse().expect("an id");
        let id = "c3".parse().expect("an id");
        let act = ClientMessage::Act { game, id, after: 5, action: "H".to_owned() };
        assert_eq!(ClientMessage::parse(text).expect(text), act);
    }
}

#[test]
fn a_written_move_is_read_back() {
    for (after, action) in [(0, "H"), (10, "*>"), (u64::MAX >> 11, "no action")] {
        let game = "k7wq2m9xra4t".parse().expect("an id");
        let id = "Z-_9".parse().expect("an id");
        let written = ClientMessage::Act { game, id, after, action: action.to_owned() };
        assert_eq!(ClientMessage::parse(&written.to_json()), Ok(written));
    }
}

#[test]
fn a_move_with_one_part_changed_is_read_as_json_reads_it() {
    let act = r#"{"type":"act","game":"k7wq2m9xra4t","id":"c3","after":5,"action":"H"}"#;
    let read = |part, other| ClientMessage::parse(&act.replacen(part, other, 1));
    let expected = ClientMessage::parse(act);
    for (part, same) in [("5", "5.0"), ("5", "5e0"), ("H", r"\u0048"), ("}", "} "), ("c3", r"\u00633")] {
        assert_eq!(read(part, same), expected, "{same}");
    }
    for after in ["05", "", "-5", "+5", "18446744073709551616", "\"5\""] {
        assert!(read("5", after).is_err(), "{after}");
    }
    let others = [
        ("H", "\u{7}"),
        ("H\"", "H"),
        ("}", ""),
        ("act", "Act"),
        ("c3", ""),
        ("c3", "ü"),
        ("xra4t", "xra4ü"),
    ];
    for (part, other) in others.into_iter().chain([("k7wq2m9xra4t", "k7wq")]) {
        assert!(read(part, other).is_err(), "{other}");
    }
}

#[test]
fn a_text_that_is_almost_a_move_is_refused() {
    for text in [
        r#"{"type":"resign","game":"k7wq2m9xra4t","id":"c3","after":0,"action":"H"}"#,
        r#"{"type":"Act","game":"k7wq2m9xra4t","id":"c3","after":0,"action":"H"}"#,
        r#"{"type":{"act":null},"game":"k7wq2m9xra4t","id":"c3","after":0,"action":"H"}"#,
        r#"{"type":["act"],"game":"k7wq2m9xra4t","id":"c3","after":0,"action":"H"}"#,
        r#"{"type":0,"game":"k7wq2m9xra4t","id":"c3","after":0,"action":"H"}"#,
        r#"{"type":"act","game":"k7wq2m9xra4t","id":"c3","after":0,"action":"H","action":"N"}"#,
        r#"{"type":"act","type":"act","game":"k7wq2m9xra4t","id":"c3","after":0,"action":"H"}"#,
        r#"{"type":"act","type":"ping","game":"k7wq2m9xra4t","id":"c3","after":0,"action":"H"}"#,
        r#"{"type":"act","game":"k7wq2m9xra4t","id":"c3","after":0,"action":"H","loud":1}"#,
        r#"{"type":"act","game":"k7wq2m9xra4t","id":"c3","after":0,"action":null}"#,
        r#"{"type":"act","game":"k7wq2m9xra4t","id":"c3","after":0}"#,
        r#"{"type":"act","game":"k7wq2m9xra4t","id":"c3","after":0,"action":"H"} {}"#,
        r#"["resign","k7wq2m9xra4t","c3",0,"H"]"#,
        r#"["act","k7wq2m9xra4t","c3",0]"#,
        r#"["act","k7wq2m9xra4t","c3",0,"H",1]"#,
    ] {
        assert!(ClientMessage::parse(text).is_err(), "{text}");
    }
}

/// Writes an event and compares the JSON with that of its message.
#[track_caller]
fn check_json(event: Event) -> String {
    let game: GameId = "k7wq2m9xra4t".parse().expect("an id");
    let written = event.to_json(game);
    let message = ServerMessage::Event { game, event };
    assert_eq!(written, serde_json::to_string(&message).expect("JSON"));
    written
}

/// Plays a random game and calls `show` with each move as each viewer sees it.
fn play(ruleset: Ruleset, rng: &mut Rng, mut show: impl FnMut(Event)) {
    let mut game = begin(ruleset, rng);
    for _ in 0..MAX_MOVES {
        let Some(seat) = game.to_move() else { break };
        let action = *rng.choice(game.legal_actions().iter()).expect("a legal action");
        let laps = game.play(action).expect("legal");
        for viewer in VIEWERS {
            let kind = acted(seat, action, &laps, PositionView::of(&game, viewer), rng);
            let seq = random_number(rng);
            let at = random_time(rng);
            show(Event { seq, at, kind, closes: random_closes(rng) });
        }
    }
}

fn acted(seat: Seat, action: Action, laps: &[Lap], position: PositionView, rng: &mut Rng) -> EventKind {
    let receipt = Receipt {
        arrival: random_time(rng),
        charge: random_duration(rng),
        allowance: Duration::from_millis(rng.u64(..3)),
        balance: random_duration(rng),
    };
    let balance = Seats { south: random_duration(rng), north: random_duration(rng) };
    let runs_out_at = position.to_move.map(|_| random_time(rng));
    let first_turn_by = runs_out_at.filter(|at| at.as_millis() % 2 == 0);
    let clocks = ClockView { balance, running: position.to_move, runs_out_at, first_turn_by };
    EventKind::Acted {
        seat: Text(seat),
        ply: position.ply,
        action: Text(action),
        laps: laps.iter().map(Into::into).collect(),
        position,
        receipt: rng.bool().then_some(receipt),
        clocks: rng.bool().then_some(clocks),
    }
}

/// A random number of any length.
fn random_number(rng: &mut Rng) -> u64 {
    let bits = rng.u8(..64);
    rng.u64(..) >> bits
}

fn random_time(rng: &mut Rng) -> Timestamp {
    Timestamp::from_millis(random_number(rng))
}

fn random_duration(rng: &mut Rng) -> Duration {
    Duration::from_millis(random_number(rng))
}

/// The offers that an action closes, which are none for most actions.
fn random_closes(rng: &mut Rng) -> Vec<OfferKind> {
    let open = [OfferKind::Draw, OfferKind::Takeback];
    open.into_iter().filter(|_| rng.u8(..4) == 0).collect()
}

fn begin(ruleset: Ruleset, rng: &mut Rng) -> Game {
    let mut arrangement = match ruleset.begin() {
        GameStart::Play(game) => return game,
        GameStart::Arrange(arrangement) => arrangement,
    };
    for seat in Seat::ALL {
        let array = *rng.choice(arrangement.legal(seat)).expect("an array");
        arrangement.choose(seat, array).expect("offered");
    }
    arrangement.reveal().expect("both have chosen")
}
