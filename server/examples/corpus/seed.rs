use std::sync::Arc;

use anyhow::{Context, Result};
use clap::Args;
use fastrand::Rng;
use ikibuguzo_engine::{Array, BySeat, Game, GameStart, Ruleset, Seat};
use ikibuguzo_game::fact::{Fact, log_of};
use ikibuguzo_game::finished_game::FinishedGame;
use ikibuguzo_game::player::{Player, PlayerId};
use ikibuguzo_game::room::{Captured, GameOptions, Room};
use ikibuguzo_protocol::{
    ArrayPair, EndReason, GameId, Outcome, PlayerName, State, Text, TimeControl, Timestamp, Token,
};
use ikibuguzo_store::{Commit, GameNumber, Listing, NewGameRow, Store};

use crate::{FIRST_GAME_AT, TIME_SPAN};

/// Games in one transaction.
const BATCH_SIZE: u32 = 2048;

/// Number and kind of the games to add.
#[derive(Debug, Args)]
pub(crate) struct Options {
    /// The database, as the server takes it
    #[arg(long, value_name = "URL")]
    database_url: String,

    /// Number of games
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,

    /// Number of games with logs, the newest ones; a million logs take many GB
    #[arg(long, default_value_t = 0, value_name = "COUNT")]
    logs: u32,

    /// Number of players
    #[arg(long, default_value_t = 1000, value_name = "COUNT", value_parser = clap::value_parser!(u32).range(2..))]
    players: u32,

    /// One game in this many is private
    #[arg(long, default_value_t = 10, value_name = "COUNT", value_parser = clap::value_parser!(u32).range(1..))]
    private_one_in: u32,

    /// Seed of everything random
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// A finished game.
struct Played {
    rules: Ruleset,
    arrays: Option<BySeat<Array>>,
    facts: Vec<Fact>,
    outcome: Outcome,
    turns: u32,
    captured: Captured,
}

/// Adds the games.
pub(crate) async fn run(options: &Options) -> Result<()> {
    let store = Store::open(&options.database_url).await.context("the database cannot be used")?;
    let mut pen = store.connect_writer(0).await?;
    let mut rng = Rng::with_seed(options.seed);
    let players = add_players(&store, options, &mut rng).await?;
    for first in (0..options.games).step_by(BATCH_SIZE as usize) {
        let mut commit = Commit::default();
        for number in first..options.games.min(first + BATCH_SIZE) {
            add_game(&mut commit, number, options, &players, &mut rng)?;
        }
        pen.write(&Arc::new(vec![commit]), || ()).await.context("the games cannot be written")?;
    }
    println!("{} games of {} players, {} with logs", options.games, players.len(), options.logs);
    Ok(())
}

async fn add_players(store: &Store, options: &Options, rng: &mut Rng) -> Result<Vec<Arc<Player>>> {
    let mut players = Vec::new();
    for number in 0..options.players {
        let name: PlayerName = format!("player-{:x}-{number}", rng.u32(..)).parse()?;
        let id = GameId::from_random(std::array::from_fn(|_| rng.u8(..)));
        let player = Player::person(PlayerId::from(id.as_str()), name);
        let token = Token::from_random(std::array::from_fn(|_| rng.u8(..)));
        store.add_player(&player, &token, FIRST_GAME_AT).await.context("a player cannot be added")?;
        players.push(Arc::new(player));
    }
    Ok(players)
}

fn add_game(
    commit: &mut Commit,
    number: u32,
    options: &Options,
    players: &[Arc<Player>],
    rng: &mut Rng,
) -> Result<()> {
    let seats = seats(players, rng);
    let public = rng.u32(..options.private_one_in) > 0;
    let played = play(rng);
    let terms = GameOptions {
        rules: played.rules,
        rules_version: Ruleset::VERSION,
        public,
        clock: TimeControl::None,
        rated: false,
    };
    let id = GameId::from_random(std::array::from_fn(|_| rng.u8(..)));
    let created_at = FIRST_GAME_AT + TIME_SPAN / options.games * number;
    let key = GameNumber::new(created_at, number.into());
    if number >= options.games - options.logs.min(options.games) {
        let log = log_of(log(terms, &seats, played), created_at);
        let room = Room::replay(&log)?;
        commit.add_game(key, id, None, log, &room);
    } else {
        add_rows(commit, (key, id), terms, &seats, &played, created_at);
    }
    Ok(())
}

/// Draws two players. The first ones of the list play far more than the others.
fn seats(players: &[Arc<Player>], rng: &mut Rng) -> BySeat<Arc<Player>> {
    let draw = |rng: &mut Rng| {
        let share = rng.f64();
        // Cubed, so that the first of a thousand players sits South in one game of ten.
        (share * share * share * players.len() as f64) as usize
    };
    let south = draw(rng);
    let mut north = draw(rng);
    while north == south {
        north = rng.usize(..players.len());
    }
    BySeat::new(players[south].clone(), players[north].clone())
}

/// Plays a random game. One in eight ends early by resignation, agreement, timeout or abort.
fn play(rng: &mut Rng) -> Played {
    let rules = *rng.choice(Ruleset::ALL).expect("there are games");
    let mut facts = Vec::new();
    let (mut game, arrays) = begin(rules, &mut facts, rng);
    let max_turns = if rng.u8(..8) == 0 { rng.u32(2..40) } else { u32::MAX };
    let mut captured = Vec::new();
    while game.outcome().is_none() && game.turns() < max_turns {
        let seat = game.to_move().expect("the game goes on");
        let action = *rng.choice(game.legal_actions().iter()).expect("the seat to move can act");
        let laps = game.play(action).expect("listed as legal");
        captured.push(Captured::of(&laps));
        facts.push(Fact::Acted { seat: Text(seat), action: Text(action) });
    }
    let outcome = game.outcome().map_or_else(|| early_outcome(&game, rng), Outcome::from);
    facts.push(Fact::Ended(outcome));
    Played { rules, arrays, facts, outcome, turns: game.turns(), captured: captured.into_iter().sum() }
}

fn begin(rules: Ruleset, facts: &mut Vec<Fact>, rng: &mut Rng) -> (Game, Option<BySeat<Array>>) {
    let mut arrangement = match rules.begin() {
        GameStart::Arrange(arrangement) => arrangement,
        GameStart::Play(game) => {
            facts.push(Fact::Begun {});
            return (game, None);
        }
    };
    let arrays = BySeat::from_fn(|seat| {
        let array = *rng.choice(arrangement.legal(seat)).expect("an array is offered");
        arrangement.choose(seat, array).expect("offered");
        facts.push(Fact::Arranged { seat: Text(seat), array: Text(array), commitment: None });
        array
    });
    facts.push(Fact::Revealed {});
    (arrangement.reveal().expect("both have arranged"), Some(arrays))
}

fn early_outcome(game: &Game, rng: &mut Rng) -> Outcome {
    match rng.u8(..10) {
        0 => Outcome { winner: None, reason: EndReason::Agreement },
        1 if game.turns() < 4 => Outcome { winner: None, reason: EndReason::Aborted },
        1..4 => Outcome { winner: game.to_move().map(|seat| Text(!seat)), reason: EndReason::Timeout },
        _ => Outcome { winner: game.to_move().map(|seat| Text(!seat)), reason: EndReason::Resignation },
    }
}

fn log(terms: GameOptions, seats: &BySeat<Arc<Player>>, played: Played) -> Vec<Fact> {
    let created = Fact::Created {
        rules: Text(terms.rules),
        rules_version: terms.rules_version,
        public: terms.public,
        clock: Text(terms.clock),
        allowance: terms.clock.sowing_allowance(),
        rated: false,
        berserk: false,
        rematch_of: None,
        from_record: None,
    };
    let seated =
        |seat: Seat| Fact::Seated { seat: Text(seat), player: Player::clone(&seats[seat]), commitment: None };
    [created].into_iter().chain(Seat::ALL.map(seated)).chain(played.facts).collect()
}

/// Adds the rows of a game without its log.
fn add_rows(
    commit: &mut Commit,
    (number, id): (GameNumber, GameId),
    terms: GameOptions,
    seats: &BySeat<Arc<Player>>,
    played: &Played,
    created_at: Timestamp,
) {
    let arrays = played.arrays.map(|arrays| ArrayPair { south: arrays.south, north: arrays.north });
    let seated = |seat: Seat| Some(seats[seat].id.clone());
    let listing = Listing {
        state: State::Finished,
        south: seated(Seat::South),
        north: seated(Seat::North),
        has_bot: false,
        outcome: Some(played.outcome),
        turns: Some(played.turns),
        arrays,
        ended_at: Some(created_at),
        due_at: None,
    };
    // Its log is never read.
    commit.new_games.push(NewGameRow {
        number,
        id,
        created_by: None,
        invited: None,
        options: terms,
        created_at,
        listing,
    });
    commit.finished.push(FinishedGame {
        rules: terms.rules,
        public: terms.public,
        created_at,
        players: BySeat::from_fn(seated),
        has_bot: BySeat::default(),
        outcome: played.outcome,
        arrays,
        turns: played.turns,
        captures: played.captured.laps,
        captured: played.captured.counters,
    });
}
