//! Actions in the compact form: what they cost on the wire, and that they expand to the full events.

use fastrand::Rng;
use ikibuguzo_engine::{Ruleset, Seat};
use ikibuguzo_game::expansion::expand;
use ikibuguzo_game::logged_event::LoggedEvent;
use ikibuguzo_protocol::{
    ClientMessage, CommandId, CompactEvent, Credentials, Event, EventKind, GameId, PositionView, Role,
    ServerMessage,
};
use ikibuguzo_testing::{TestClient, TestServer, arrange, new_game, repetitions, resign, start_game_with};
use serde::Serialize;

/// Largest number of bytes that a client receives for an action, with the headers of the frames.
const MAX_BYTES: usize = 150;

/// Number of actions of one game in the full tests. Few games are longer.
const ACTIONS: usize = 600;

const VIEWERS: [Role; 3] = [Role::South, Role::North, Role::Spectator];

/// An event in the form in which it came.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
enum Received {
    Full(Box<Event>),
    Compact(CompactEvent),
}

impl Received {
    fn seq(&self) -> u64 {
        match self {
            Self::Full(event) => event.seq,
            Self::Compact(event) => event.seq,
        }
    }

    fn full(&self) -> Option<&Event> {
        match self {
            Self::Full(event) => Some(event),
            Self::Compact(_) => None,
        }
    }
}

/// A client that follows a game in one form, and counts what it receives.
struct Follower {
    client: TestClient,
    log: Vec<Received>,
    /// Bytes received since the last action, with the headers of the frames.
    bytes: usize,
    /// The value for each action.
    costs: Vec<usize>,
}

impl Follower {
    async fn join(
        server: &TestServer,
        player: Option<&Credentials>,
        game: GameId,
        since: u64,
        compact: bool,
    ) -> Self {
        let mut client = server.client(player).await;
        client.send(&ClientMessage::Join { game, since: Some(since), compact }).await;
        assert!(matches!(client.next().await, ServerMessage::Game(_)));
        Self { client, log: Vec::new(), bytes: 0, costs: Vec::new() }
    }

    /// Reads up to the next event. Presence and acknowledgements come between events.
    async fn read_event(&mut self) -> Received {
        loop {
            let text = self.client.next_text().await;
            let event = match ServerMessage::parse(&text).expect(&text) {
                ServerMessage::Event { event, .. } => Received::Full(Box::new(event)),
                ServerMessage::Acted { event, .. } => Received::Compact(event),
                ServerMessage::Ack { .. } => {
                    self.bytes += frame_bytes(&text);
                    continue;
                }
                ServerMessage::Presence(_) => continue,
                other => panic!("unexpected {other:?}"),
            };
            self.bytes += frame_bytes(&text);
            self.log.push(event.clone());
            return event;
        }
    }

    /// Reads up to the event `head`.
    async fn read_to(&mut self, head: u64) {
        while self.log.last().is_none_or(|event| event.seq() < head) {
            self.read_event().await;
        }
    }

    /// Reads the event of an action, and notes what it has cost.
    async fn read_action(&mut self) -> Received {
        self.bytes = 0;
        let event = self.read_event().await;
        self.costs.push(self.bytes);
        event
    }
}

/// The bytes of an unmasked frame with a text.
fn frame_bytes(text: &str) -> usize {
    text.len() + if text.len() > 125 { 4 } else { 2 }
}

/// The followers of one game in each form, in the order of [`VIEWERS`].
struct Table {
    game: GameId,
    compact: Vec<Follower>,
    full: Vec<Follower>,
}

impl Table {
    /// A game of which everybody has seen the first position.
    async fn begin(server: &TestServer, rules: Ruleset, clock: &str, rng: &mut Rng) -> Self {
        let (game, players) = start_game_with(&server.http, new_game(&rules.to_string(), clock)).await;
        for player in &players {
            let mut client = server.client(Some(player)).await;
            let view = client.join(game, None).await.view.expect("a view");
            if let Some(array) = rng.choice(&view.arrays_offered) {
                client.command(&arrange(game, **array)).await.expect("arranged");
            }
        }
        let seats = [Some(&players[0]), Some(&players[1]), None];
        let mut compact = Vec::new();
        let mut full = Vec::new();
        for player in seats {
            compact.push(Follower::join(server, player, game, 0, true).await);
            full.push(Follower::join(server, player, game, 0, false).await);
        }
        let head = server.http.events(game, 0).await.head;
        for follower in compact.iter_mut().chain(&mut full) {
            follower.read_to(head).await;
        }
        Self { game, compact, full }
    }

    fn position(&self, viewer: usize) -> (u64, &PositionView) {
        let newest = self.full[viewer].log.iter().rev();
        let mut positions = newest.filter_map(|event| Some((event.seq(), event.full()?.kind.position()?)));
        positions.next().expect("a position")
    }

    /// Plays a random action; false if the game is over.
    async fn play(&mut self, number: usize, rng: &mut Rng) -> bool {
        let Some(seat) = self.position(2).1.to_move else { return false };
        let mover = if *seat == Seat::South { 0 } else { 1 };
        let (after, position) = self.position(mover);
        let action = rng.choice(&position.legal).expect("a legal action").to_string();
        let id: CommandId = format!("{number:010}").parse().expect("an id");
        self.compact[mover].client.send(&ClientMessage::Act { game: self.game, id, after, action }).await;
        for follower in &mut self.compact {
            assert!(follower.read_action().await.full().is_none(), "in the compact form");
        }
        for follower in &mut self.full {
            assert!(follower.read_action().await.full().is_some(), "as before");
        }
        true
    }

    /// Reads the end of the game, if it is over.
    async fn read_end(&mut self, server: &TestServer) {
        let head = server.http.events(self.game, 0).await.head;
        for follower in self.compact.iter_mut().chain(&mut self.full) {
            follower.read_to(head).await;
        }
    }
}

fn actions(log: &[Received]) -> Vec<Event> {
    let full = log.iter().filter_map(Received::full);
    full.filter(|event| matches!(event.kind, EventKind::Acted { .. })).cloned().collect()
}

fn expect_same(compact: &[Received], full: &[Received], viewer: Role) {
    let json = serde_json::to_string(compact).expect("JSON");
    let log: Vec<LoggedEvent> = serde_json::from_str(&json).expect("events");
    assert_eq!(expand(&log, 0, viewer).expect("a log"), actions(full), "{viewer:?}");
}

fn compact_events(log: &[Received]) -> Vec<&Received> {
    log.iter().filter(|event| event.full().is_none()).collect()
}

fn mean(costs: &[usize]) -> usize {
    costs.iter().sum::<usize>() / costs.len().max(1)
}

/// Prints the figures of docs/BENCHMARKS.md.
fn print_costs(rules: Ruleset, clock: &str, table: &Table) {
    let figures = |followers: &[Follower]| {
        let costs: Vec<String> = followers.iter().map(|one| mean(&one.costs).to_string()).collect();
        let largest = followers.iter().flat_map(|one| &one.costs).max().copied().unwrap_or_default();
        format!("{} | {largest}", costs.join(" | "))
    };
    let count = table.full[0].costs.len();
    println!("| {rules} | {clock} | {count} | {} | {} |", figures(&table.full), figures(&table.compact));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_action_costs_at_most_150_bytes_and_expands_to_the_full_event() {
    let server = TestServer::start().await;
    let mut rng = Rng::with_seed(150);
    for rules in Ruleset::ALL {
        for clock in ["none", "fischer:600+5"] {
            let mut table = Table::begin(&server, *rules, clock, &mut rng).await;
            let mut played = 0;
            while played < repetitions(ACTIONS) && table.play(played, &mut rng).await {
                played += 1;
            }
            table.read_end(&server).await;
            for (index, viewer) in VIEWERS.into_iter().enumerate() {
                let compact = &table.compact[index];
                let full = &table.full[index];
                assert!(compact.costs.iter().all(|bytes| *bytes <= MAX_BYTES), "{rules} {clock} {viewer:?}");
                expect_same(&compact.log, &full.log, viewer);
            }
            let [south, north, spectator] = [0, 1, 2].map(|index| compact_events(&table.compact[index].log));
            assert!(
                south == spectator && north == spectator,
                "{rules}: the compact form is the same for all"
            );
            print_costs(*rules, clock, &table);
        }
    }
}

/// The events after `since`, as a client gets them that joins in the compact form.
async fn missed(server: &TestServer, game: GameId, since: u64) -> Vec<Received> {
    let mut follower = Follower::join(server, None, game, since, true).await;
    let head = server.http.events(game, 0).await.head;
    follower.read_to(head).await;
    follower.log
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn missed_actions_come_in_the_form_of_the_join() {
    let server = TestServer::start().await;
    let mut rng = Rng::with_seed(151);
    for rules in ["kubuguza", "azigo"] {
        let mut table = Table::begin(&server, rules.parse().expect("rules"), "none", &mut rng).await;
        for number in 0..12 {
            assert!(table.play(number, &mut rng).await, "the game goes on");
        }
        let game = table.game;
        let begun = table.full[2].log.len() as u64 - 12;
        let from_log = missed(&server, game, 0).await;
        assert_eq!(compact_events(&from_log).len(), 12);
        expect_same(&from_log, &table.full[2].log, Role::Spectator);
        assert_eq!(missed(&server, game, begun + 9).await, from_log[from_log.len() - 3..], "from memory");

        table.full[0].client.command(&resign(game)).await.expect("resigned");
        let finished = missed(&server, game, 0).await;
        // The events of a finished game show the stores, which nobody knew during the game.
        assert_eq!(compact_events(&finished).len(), if rules == "azigo" { 0 } else { 12 });
        let stored = server.http.events(game, 0).await.events;
        let stored: Vec<Received> = stored.into_iter().map(|event| Received::Full(event.into())).collect();
        if rules == "azigo" {
            assert_eq!(finished, stored);
        } else {
            expect_same(&finished, &stored, Role::Spectator);
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_that_joins_again_changes_the_form() {
    let server = TestServer::start().await;
    let mut rng = Rng::with_seed(152);
    let mut table = Table::begin(&server, "kubuguza".parse().expect("rules"), "none", &mut rng).await;
    let game = table.game;
    let mut follower = Follower::join(&server, None, game, table.full[2].log.len() as u64, false).await;
    for (number, compact) in [false, true, false].into_iter().enumerate() {
        if number > 0 {
            let since = Some(table.full[2].log.len() as u64);
            follower.client.send(&ClientMessage::Join { game, since, compact }).await;
            assert!(matches!(follower.client.next().await, ServerMessage::Game(_)));
        }
        assert!(table.play(number, &mut rng).await);
        assert_eq!(follower.read_event().await.full().is_none(), compact);
    }
}
