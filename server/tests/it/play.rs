//! Whole games at random, over real sockets, with cut connections and a late spectator.

use std::sync::Arc;

use fastrand::Rng;
use ikibuguzo_engine::{BySeat, Game, Ruleset, Seat, Start};
use ikibuguzo_protocol::{Event, GameList, GameView, Happening, Lap, Outcome, PositionView, State};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

use crate::support::{Bot, TestServer, seated_pair};

/// Games of each opening.
const GAMES: u64 = 200;

/// Games at a time.
const AT_ONCE: usize = 16;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn random_games_of_opening_first() {
    play_many("ikibuguzo:first").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn random_games_of_opening_second() {
    play_many("ikibuguzo:second").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn random_games_of_opening_choice() {
    play_many("ikibuguzo:choice").await;
}

async fn play_many(rules: &'static str) {
    let server = Arc::new(TestServer::start().await);
    let places = Arc::new(Semaphore::new(AT_ONCE));
    let mut games = JoinSet::new();
    for seed in 0..GAMES {
        let (server, places) = (Arc::clone(&server), Arc::clone(&places));
        games.spawn(async move {
            let _place = places.acquire().await.expect("open");
            Box::pin(play_one(&server, rules, seed)).await;
        });
    }
    while let Some(game) = games.join_next().await {
        game.expect("no assertion failed");
    }
    let list: GameList = server.http.get("/api/games?state=finished&limit=200").await.expect("a list");
    assert_eq!((list.games.len() as u64, list.next), (GAMES, None));
}

async fn play_one(server: &TestServer, rules: &'static str, seed: u64) {
    let (game, [south, north]) = seated_pair(&server.http, rules, true).await;
    let ruleset: Ruleset = rules.parse().expect("rules");
    let bot = |seed| Bot::new(server.address, game, seed);
    let playing = tokio::join!(
        bot(3 * seed).seated(Seat::South, &south).cut_every(25).run(),
        bot(3 * seed + 1).seated(Seat::North, &north).run(),
        watch_from_the_middle(server, bot(3 * seed + 2), seed),
    );
    let (south, north, spectator) = playing;
    let stored = server.http.events(game, 0).await;
    assert_eq!(south.events, stored.events);
    assert_eq!(north.events, stored.events);
    assert_eq!(spectator, stored.events);
    assert_eq!(stored.head, stored.events.len() as u64);
    assert_eq!(replayed(ruleset, &stored.events), south.outcome);
}

/// Waits, as a spectator, until the game has come to a random event; takes a snapshot there, and follows to the end.
async fn watch_from_the_middle(server: &TestServer, late: Bot, seed: u64) -> Vec<Event> {
    let mut chance = Rng::with_seed(seed);
    let early = late.run_for(chance.usize(4..100)).await;
    let seen = early.events().to_vec();
    if let Some(Happening::Ended(_)) = seen.last().map(|event| &event.what) {
        return seen;
    }
    let mut client = server.client(None).await;
    let snapshot = client.join(early.game(), None).await;
    let view = snapshot.view.expect("a snapshot has a view");
    let mut events = server.http.events(early.game(), 0).await.events;
    events.truncate(usize::try_from(snapshot.seq).expect("small"));
    assert_eq!(events[..seen.len()], seen[..], "what was seen is what is stored");
    assert_shows(&view, &events);
    while !matches!(events.last().map(|event| &event.what), Some(Happening::Ended(_))) {
        events.push(client.next_event().await);
    }
    events
}

/// A snapshot shows what the events up to it have told.
fn assert_shows(view: &GameView, events: &[Event]) {
    let last = events.iter().rev().find_map(|event| match &event.what {
        Happening::Revealed { position, .. } | Happening::Acted { position, .. } => Some(position),
        _ => None,
    });
    match last {
        Some(position) if view.state == State::Playing => assert_eq!(view.position.as_ref(), Some(position)),
        Some(_) => assert_eq!(view.state, State::Finished),
        None => assert_eq!(view.position, None),
    }
}

/// Plays the game again with the engine alone; every position and every lap must be what the events told.
fn replayed(rules: Ruleset, events: &[Event]) -> Outcome {
    let mut game: Option<Game> = None;
    for event in events {
        match &event.what {
            Happening::Revealed { arrays, position } => {
                let Start::Arrange(mut arrangement) = rules.begin() else { panic!("not arranged") };
                for seat in Seat::ALL {
                    arrangement.choose(seat, **arrays.get(seat)).expect("offered");
                }
                let revealed = arrangement.reveal().expect("complete");
                assert_eq!(*position, PositionView::of(&revealed));
                game = Some(revealed);
            }
            Happening::Acted { seat, ply, action, laps, position } => {
                let game = game.as_mut().expect("revealed first");
                assert_eq!(game.to_move(), Some(**seat));
                let played: Vec<Lap> = game.play(**action).expect("legal").iter().map(Lap::from).collect();
                assert_eq!((laps, position), (&played, &PositionView::of(game)));
                assert_eq!(*ply, game.plies());
            }
            _ => {}
        }
    }
    let game = game.expect("revealed");
    assert_eq!(counters(&game), 64);
    game.outcome().expect("played to the end").into()
}

fn counters(game: &Game) -> u32 {
    let side = |seat| game.holes(seat).iter().map(|held| u32::from(*held)).sum::<u32>();
    let BySeat { south, north } = BySeat::from_fn(side);
    south + north
}
