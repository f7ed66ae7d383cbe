//! Replays one line of a vector file with the engine.

use ikibuguzo_engine::{
    BySeat, Capture, Game, GameStart, Lap, Position, Ruleset, Seat, Setup, Store, Viewer,
};
use serde_json::{Value, json};

/// Replays a vector. The error is the first difference.
pub(crate) fn replay(vector: &Value) -> Result<(), String> {
    let mut game = begin(vector)?;
    compare("start", &vector["start"], &shown(&game))?;
    let steps = vector["actions"].as_array().ok_or("\"actions\" is no list")?;
    for (number, step) in (1..).zip(steps) {
        let action = &step["action"];
        play(&mut game, step).map_err(|difference| format!("action {number} ({action}): {difference}"))?;
    }
    // A vector without an end stops before the end of its game.
    same("end", &vector["end"], &ended(&game))
}

fn begin(vector: &Value) -> Result<Game, String> {
    let ruleset = ruleset(vector)?;
    if let Some(setup) = vector.get("setup") {
        return set_up(ruleset, setup);
    }
    let mut arrangement = match ruleset.begin() {
        GameStart::Play(game) => return Ok(game),
        GameStart::Arrange(arrangement) => arrangement,
    };
    for (index, seat) in Seat::ALL.into_iter().enumerate() {
        let array = parsed("arrange", &vector["arrange"][index])?;
        arrangement.choose(seat, array).map_err(|error| format!("arrange: {seat}: {error}"))?;
    }
    arrangement.reveal().ok_or_else(|| "arrange: not revealed".to_owned())
}

fn ruleset(vector: &Value) -> Result<Ruleset, String> {
    let rules = &vector["rules"];
    let options = &vector["options"];
    let name = rules.as_str().unwrap_or_default();
    let handicap = options["handicap"].as_str().map(|seat| format!("handicap={seat}"));
    let circuit = options["circuit"].as_str().filter(|circuit| *circuit != "board");
    let parts = [
        options["opening"].as_str().map(str::to_owned),
        options["columns"].as_u64().map(|columns| columns.to_string()),
        handicap,
        circuit.map(str::to_owned),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    let text = if parts.is_empty() { name.to_owned() } else { format!("{name}:{}", parts.join(",")) };
    text.parse()
        .map_err(|error| format!("this engine does not know rules {rules} with options {options}: {error}"))
}

fn set_up(ruleset: Ruleset, setup: &Value) -> Result<Game, String> {
    let holes = BySeat::new(side(&setup["south"])?, side(&setup["north"])?);
    let to_move = parsed("setup: to_move", &setup["to_move"])?;
    let stores = match &setup["stores"] {
        Value::Null => BySeat::default(),
        stores => match side(stores)?[..] {
            [south, north] => BySeat::new(south, north),
            _ => return Err(format!("setup: stores: {stores}")),
        },
    };
    let position = Position::from_setup(&Setup { ruleset, holes, stores, to_move });
    position.map(Game::new).map_err(|error| format!("setup: {error}"))
}

fn side(holes: &Value) -> Result<Vec<u8>, String> {
    let counters = |hole: &Value| u8::try_from(hole.as_u64()?).ok();
    let side = holes.as_array().and_then(|holes| holes.iter().map(counters).collect());
    side.ok_or_else(|| format!("setup: {holes} is no list of counters from 0 to 255"))
}

fn parsed<T>(what: &str, text: &Value) -> Result<T, String>
where
    T: std::str::FromStr<Err: std::fmt::Display>,
{
    let text = text.as_str().ok_or_else(|| format!("{what}: {text} is no text"))?;
    text.parse().map_err(|error| format!("{what}: {error}"))
}

fn play(game: &mut Game, step: &Value) -> Result<(), String> {
    same("seat", &step["seat"], &json!(game.to_move().map(Seat::as_str)))?;
    let laps = game.play(parsed("action", &step["action"])?).map_err(|error| error.to_string())?;
    let four_rows = game.ruleset().rows() == 2;
    same("laps", &step["laps"], &laps.iter().map(|lap| lap_json(lap, four_rows)).collect())?;
    compare("after it", step, &shown(game))
}

/// Writes the fields of a position as vectors do.
fn shown(game: &Game) -> Value {
    let pending = game.pending();
    let legal = game.legal_actions();
    let seen = game.seen_by(Viewer::AfterGame);
    json!({
        "stores": seen.stores.map(|stores| [stores.south, stores.north].map(counted)),
        "south": game.holes(Seat::South),
        "north": game.holes(Seat::North),
        "to_move": game.to_move().map(Seat::as_str),
        "pending": pending.map(|pending| pending.hole.to_string()),
        "hand": pending.map(|pending| pending.hand),
        "legal": legal.iter().map(ToString::to_string).collect::<Vec<_>>(),
    })
}

fn counted(store: Store) -> Option<u8> {
    match store {
        Store::Shown(counters) => Some(counters),
        Store::Concealed => None,
    }
}

/// Writes a lap as vectors do: on four-row boards with its direction and the counters of both facing holes, on other
/// boards with the captured holes.
fn lap_json(lap: &Lap, four_rows: bool) -> Value {
    let (mut json, captures) = match lap {
        Lap::Endless { hole } => return json!({ "endless": hole.to_string() }),
        Lap::Passed => return json!({ "pass": true }),
        Lap::Entered { route, count, captures, .. } => {
            (json!({ "enter": route.to_string(), "count": count }), captures)
        }
        Lap::Sown { from, count, last, captures, .. } => {
            (json!({ "from": from.to_string(), "count": count, "last": last.to_string() }), captures)
        }
    };
    if four_rows && let Lap::Sown { direction, .. } = lap {
        json["dir"] = json!(direction.to_string());
    }
    if !captures.is_empty() {
        json["captured"] = if four_rows { both_facing(captures) } else { with_holes(captures) };
    }
    json
}

/// The captured counters of the inner hole and of the outer one, 0 if it captured none there.
fn both_facing(captures: &[Capture]) -> Value {
    json!([captures[0].counters, captures.get(1).map_or(0, |capture| capture.counters)])
}

fn with_holes(captures: &[Capture]) -> Value {
    captures.iter().map(|capture| json!([capture.hole.to_string(), capture.counters])).collect()
}

fn ended(game: &Game) -> Value {
    game.outcome().map_or(
        Value::Null,
        |outcome| json!({ "winner": outcome.winner.map(Seat::as_str), "reason": outcome.reason.as_str() }),
    )
}

/// Compares every field of `shown` with the expected one. A missing field counts as `null`.
fn compare(what: &str, expected: &Value, shown: &Value) -> Result<(), String> {
    let fields = shown.as_object().into_iter().flatten();
    for (name, value) in fields {
        same(&format!("{what}: {name}"), &expected[name], value)?;
    }
    Ok(())
}

fn same(what: &str, expected: &Value, found: &Value) -> Result<(), String> {
    if expected == found {
        return Ok(());
    }
    Err(format!("{what}: expected {expected}, came {found}"))
}
