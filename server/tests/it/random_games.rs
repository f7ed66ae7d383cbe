//! Whole random games over real sockets, with dropped connections and a late spectator.

use std::sync::Arc;

use fastrand::Rng;
use futures_util::future::join_all;
use ikibuguzo_engine::{Action, BySeat, Game, GameStart, Ruleset, Seat, Viewer};
use ikibuguzo_protocol::{Event, EventKind, GameList, GameView, Lap, Outcome, PositionView, State, Text};
use ikibuguzo_testing::{Bot, TestServer, repetitions, start_game};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

/// Spectators of one game.
const SPECTATORS: u64 = 100;

/// Games at the same time. Many, because their moves share commits; each has four sockets at most.
const CONCURRENT_GAMES: usize = 16;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn random_games_of_ikibuguzo_first() {
    play_many(&["ikibuguzo:first"]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn random_games_of_ikibuguzo_second() {
    play_many(&["ikibuguzo:second"]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn random_games_of_ikibuguzo_choice() {
    play_many(&["ikibuguzo:choice"]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn random_games_of_kubuguza() {
    play_many(&["kubuguza"]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn random_games_of_njombwa() {
    play_many(&["njombwa:8", "njombwa:9", "njombwa:10"]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn random_games_of_azigo() {
    play_many(&["azigo", "azigo:own-row", "azigo:handicap=south", "azigo:handicap=north,own-row"]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn reconnecting_spectators_see_every_event_in_order() {
    let server = TestServer::start().await;
    let (game, [south, north]) = start_game(&server.http, "kubuguza", true).await;
    let bot = |seed| Bot::new(server.address, game, seed);
    let (spectators, ..) = tokio::join!(
        join_all((0..SPECTATORS).map(|seed| bot(seed).disconnect_every(9).play_to_end())),
        bot(SPECTATORS).seated(Seat::South, &south).play_to_end(),
        bot(SPECTATORS + 1).seated(Seat::North, &north).play_to_end(),
    );
    let stored = server.http.events(game, 0).await;
    spectators.iter().for_each(|seen| assert_sees(&seen.events, &stored.events, Viewer::Spectator));
}

async fn play_many(kinds: &'static [&'static str]) {
    let server = Arc::new(TestServer::start().await);
    let count = repetitions(40);
    let permits = Arc::new(Semaphore::new(CONCURRENT_GAMES));
    let mut games = JoinSet::new();
    for (seed, rules) in (0..).zip(kinds.iter().cycle()).take(count) {
        let server = Arc::clone(&server);
        let permits = Arc::clone(&permits);
        games.spawn(async move {
            let _permit = permits.acquire().await.expect("open");
            Box::pin(play_one(&server, rules, seed)).await;
        });
    }
    while let Some(game) = games.join_next().await {
        game.expect("no panic");
    }
    let list: GameList = server.http.get("/api/games?state=finished&limit=200").await.expect("a list");
    assert_eq!((list.games.len(), list.next), (count, None));
}

async fn play_one(server: &TestServer, rules: &'static str, seed: u64) {
    let (game, [south, north]) = start_game(&server.http, rules, true).await;
    let ruleset: Ruleset = rules.parse().expect("rules");
    let bot = |seed| Bot::new(server.address, game, seed);
    let players = tokio::join!(
        bot(3 * seed).seated(Seat::South, &south).disconnect_every(25).play_to_end(),
        bot(3 * seed + 1).seated(Seat::North, &north).play_to_end(),
        watch_from_the_middle(server, bot(3 * seed + 2), seed),
    );
    let (south, north, spectator) = players;
    let stored = server.http.events(game, 0).await;
    assert_sees(&south.events, &stored.events, Viewer::Player(Seat::South));
    assert_sees(&north.events, &stored.events, Viewer::Player(Seat::North));
    assert_sees(&spectator, &stored.events, Viewer::Spectator);
    assert_eq!(stored.head, stored.events.len() as u64);
    assert_eq!(replay_with_engine(ruleset, &stored.events), south.outcome);
}

/// Watches until a random event, takes a snapshot there, and follows the game to its end.
async fn watch_from_the_middle(server: &TestServer, late: Bot, seed: u64) -> Vec<Event> {
    let mut rng = Rng::with_seed(seed);
    let early = late.play_until(rng.usize(4..100)).await;
    let seen = early.events().to_vec();
    if let Some(EventKind::Ended { .. }) = seen.last().map(|event| &event.kind) {
        return seen;
    }
    let mut client = server.client(None).await;
    let snapshot = client.join(early.game(), None).await;
    let view = snapshot.view.expect("a snapshot has a view");
    let mut events = server.http.events(early.game(), 0).await.events;
    events.truncate(usize::try_from(snapshot.seq).expect("small"));
    assert_sees(&seen, &events[..seen.len()], Viewer::Spectator);
    assert_shows(&view, &events);
    while !matches!(events.last().map(|event| &event.kind), Some(EventKind::Ended { .. })) {
        events.push(client.next_event().await);
    }
    events
}

/// Checks that the live view equals the stored events, except for stores: before the end only their owners see them.
#[track_caller]
fn assert_sees(live: &[Event], stored: &[Event], viewer: Viewer) {
    assert_eq!(live.len(), stored.len());
    for (live, stored) in live.iter().zip(stored) {
        assert!(live == stored || *live == as_seen_by(viewer, stored), "{live:?} is not {stored:?}");
    }
}

/// The view of an event while the game is live, implemented a second time.
fn as_seen_by(viewer: Viewer, event: &Event) -> Event {
    let mut event = event.clone();
    if let EventKind::Begun { position, .. } | EventKind::Acted { position, .. } = &mut event.kind
        && let Some(stores) = &mut position.stores
    {
        for seat in Seat::ALL {
            let is_own = viewer == Viewer::Player(seat);
            if !is_own {
                *stores.get_mut(seat) = None;
            }
            if !is_own && position.to_move == Some(Text(seat)) {
                position.legal.retain(|action| matches!(**action, Action::Sow { .. }));
            }
        }
    }
    event
}

/// A snapshot shows the position of the last event before it.
fn assert_shows(view: &GameView, events: &[Event]) {
    let last = events.iter().rev().find_map(|event| position(&event.kind));
    match last {
        Some(position) if view.state == State::Playing => {
            let seen = view.position.as_ref().expect("there is a board");
            assert_eq!((&seen.holes, seen.ply), (&position.holes, position.ply));
        }
        Some(_) => assert_eq!(view.state, State::Finished),
        None => assert_eq!(view.position, None),
    }
}

fn position(kind: &EventKind) -> Option<&PositionView> {
    match kind {
        EventKind::Revealed { position, .. }
        | EventKind::Begun { position, .. }
        | EventKind::Acted { position, .. } => Some(position),
        _ => None,
    }
}

/// Replays the game with the engine alone. Every position and every lap must equal those of the events.
fn replay_with_engine(rules: Ruleset, events: &[Event]) -> Outcome {
    let mut game: Option<Game> = None;
    for event in events {
        match &event.kind {
            EventKind::Revealed { arrays, .. } => {
                let GameStart::Arrange(mut arrangement) = rules.begin() else { panic!("not arranged") };
                for seat in Seat::ALL {
                    arrangement.choose(seat, **arrays.get(seat)).expect("offered");
                }
                game = arrangement.reveal();
            }
            EventKind::Begun { .. } => {
                let GameStart::Play(begun) = rules.begin() else { panic!("{rules} is arranged") };
                game = Some(begun);
            }
            EventKind::Acted { seat, ply, action, laps, .. } => {
                let game = game.as_mut().expect("begun first");
                assert_eq!(game.to_move(), Some(**seat));
                let played: Vec<Lap> = game.play(**action).expect("legal").iter().map(Lap::from).collect();
                assert_eq!((laps, *ply), (&played, game.plies()));
            }
            _ => {}
        }
        if let Some(seen) = position(&event.kind) {
            assert_eq!(*seen, PositionView::of(game.as_ref().expect("begun first"), Viewer::AfterGame));
        }
    }
    let game = game.expect("begun");
    assert!(rules.name() == "njombwa" || counters(&game) == if rules.has_stores() { 90 } else { 64 });
    game.outcome().expect("played to the end").into()
}

fn counters(game: &Game) -> u32 {
    let side = |seat| game.holes(seat).iter().map(|held| u32::from(*held)).sum::<u32>();
    let stores = PositionView::of(game, Viewer::AfterGame).stores.unwrap_or_default();
    let stored = [stores.south, stores.north].into_iter().flatten().map(u32::from).sum::<u32>();
    let BySeat { south, north } = BySeat::from_fn(side);
    south + north + stored
}
