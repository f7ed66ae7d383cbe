//! What happens to a batch if another server was first for some of its commits. Tests only.

use std::collections::BTreeSet;
use std::sync::Arc;

use ikibuguzo_engine::{BySeat, Ruleset, Seat};
use ikibuguzo_game::chain::ChainHash;
use ikibuguzo_game::fact::{Entry, Fact, log_of};
use ikibuguzo_game::finished_game::FinishedGame;
use ikibuguzo_game::origin::Origin;
use ikibuguzo_game::player::PlayerId;
use ikibuguzo_game::room::{GameOptions, Room, initial_facts};
use ikibuguzo_protocol::{EndReason, GameId, Outcome, Text, TimeControl, Timestamp};
use sqlx::Connection;
use tokio::sync::Barrier;

use crate::statement::Statement;
use crate::test_schema::TestSchema;
use crate::write_plan;
use crate::{
    Commit, GameNumber, GamePositions, IndexedGame, ListingUpdate, Store, StoreError, WriteConnection,
};

/// The first `seq` that a new game does not have.
const NEXT: u64 = 2;

/// A time that no listing has by itself.
const MARKED_DUE_AT: Timestamp = Timestamp::from_millis(77);

fn number(game: u64) -> GameNumber {
    GameNumber::new(Timestamp::from_millis(1), game)
}

fn id(game: u64) -> GameId {
    GameId::from_random(std::array::from_fn(|index| (game >> (5 * index)) as u8 & 31))
}

fn first_log() -> Vec<Entry> {
    let options = GameOptions {
        rules: Ruleset::Kubuguza,
        rules_version: Ruleset::VERSION,
        public: true,
        clock: TimeControl::None,
        rated: false,
    };
    let log = log_of(initial_facts(options, None, Vec::new()), Timestamp::from_millis(1));
    assert_eq!(log.len() as u64 + 1, NEXT);
    log
}

/// Adds a game with one entry.
fn add_game(commit: &mut Commit, game: u64, created_by: Option<Origin>) {
    let log = first_log();
    let room = Room::replay(&log).expect("a game");
    commit.add_game(number(game), id(game), created_by, log, &room);
}

fn said(seq: u64) -> Entry {
    let fact = Fact::Said { seat: Text(Seat::South), text: "Muraho!".to_owned(), commitment: None };
    Entry { seq, at: Timestamp::from_millis(1), origin: None, fact }
}

/// The hash of the newest entry of a game before the entry `seq`.
fn hash_before(game: u64, seq: u64) -> ChainHash {
    let log = first_log().into_iter().chain((NEXT..seq).map(said));
    log.fold(ChainHash::start(id(game)), |hash, entry| hash.next(&entry))
}

fn new_game(game: u64) -> Commit {
    let mut commit = Commit::default();
    add_game(&mut commit, game, None);
    commit
}

/// Appends an entry, updates the game's row and counts a finished game.
fn append(game: u64, seq: u64) -> Commit {
    let mut commit = Commit::default();
    commit.append(number(game), hash_before(game, seq), said(seq));
    commit.listings.push(ListingUpdate::due(number(game), Some(MARKED_DUE_AT)));
    commit.finished.push(finished_game());
    commit
}

fn finished_game() -> FinishedGame {
    FinishedGame {
        rules: Ruleset::Kubuguza,
        public: true,
        created_at: Timestamp::from_millis(1),
        players: BySeat::default(),
        has_bot: BySeat::default(),
        outcome: Outcome { winner: None, reason: EndReason::Quiet },
        arrays: None,
        turns: 7,
        captures: 0,
        captured: 0,
    }
}

/// Appends two entries to a game, and begins a rematch of it.
fn rematch(game: u64, next_game: u64) -> Commit {
    let mut commit = append(game, NEXT);
    commit.entries.extend(append(game, NEXT + 1).entries);
    add_game(&mut commit, next_game, None);
    commit
}

async fn write(
    connection: &mut WriteConnection,
    commits: Vec<Commit>,
) -> Result<BTreeSet<usize>, StoreError> {
    connection.write(&Arc::new(commits), || ()).await
}

async fn write_all(connection: &mut WriteConnection, commits: Vec<Commit>) {
    assert_eq!(write(connection, commits).await.expect("written"), BTreeSet::new());
}

async fn numbers(store: &Store, select: &'static str) -> Vec<i64> {
    sqlx::query_scalar(select).fetch_all(&store.pool).await.expect("numbers")
}

/// The number of entries of each game that has a row, by game.
async fn log_lengths(store: &Store) -> Vec<(i64, i64)> {
    let select =
        "select game.game_id, count(event.seq) from game left join event on event.game_id = game.game_id
                  group by game.game_id order by game.game_id";
    sqlx::query_as(select).fetch_all(&store.pool).await.expect("lengths")
}

async fn open() -> (TestSchema, Store, WriteConnection) {
    let database = TestSchema::create().await;
    let store = Store::open(&database.url).await.expect("a database");
    let connection = store.connect_writer(0).await.expect("a connection");
    (database, store, connection)
}

#[tokio::test]
async fn of_a_batch_exactly_the_winners_are_written_whole() {
    let (database, store, mut connection) = open().await;
    let mut rival = store.connect_writer(0).await.expect("a connection");
    write_all(&mut connection, vec![new_game(1), new_game(2), new_game(3)]).await;
    write_all(&mut rival, vec![append(1, NEXT), new_game(10)]).await;

    let batch = vec![append(2, NEXT), rematch(1, 20), rematch(3, 10), new_game(30)];
    assert_eq!(write(&mut connection, batch).await.expect("written"), BTreeSet::from([1, 2]));

    let expected = [(1, 2), (2, 2), (3, 1), (10, 1), (30, 1)];
    let expected = expected.map(|(game, length)| (number(game).to_stored(), length));
    assert_eq!(log_lengths(&store).await, expected);
    assert_eq!(
        numbers(&store, "select count(*) from event").await,
        [2 + 2 + 1 + 1 + 1],
        "no entry without a game"
    );
    let due = numbers(&store, "select game_id from game where due_at = 77 order by game_id").await;
    assert_eq!(due, [1, 2].map(|game| number(game).to_stored()));
    assert_eq!(
        store.load_statistics().await.expect("statistics").games,
        2,
        "the rival's and one of the batch"
    );

    write_all(&mut connection, vec![append(1, NEXT + 1), rematch(3, 20)]).await;
    database.remove().await;
}

#[tokio::test]
async fn an_entry_is_appended_only_to_the_newest_one_that_it_was_decided_from() {
    let changes = [
        ("delete from event where seq = 2", true),
        ("update event set hash = '00' where seq = 2", true),
        ("update event set hash = null where seq = 2", false),
        ("update event set hash = '00' where seq = 1", false),
    ];
    for (change, loses) in changes {
        let (database, store, mut connection) = open().await;
        write_all(&mut connection, vec![new_game(1), new_game(2)]).await;
        write_all(&mut connection, vec![append(1, NEXT), append(2, NEXT)]).await;
        let of_game = format!("{change} and game_id = {}", number(1).to_stored());
        Statement::new(of_game).execute(&store.pool).await.expect("changed");
        // Two entries of one commit, and one of another game.
        let mut two = append(1, NEXT + 1);
        two.entries.extend(append(1, NEXT + 2).entries);
        let lost = write(&mut connection, vec![two, append(2, NEXT + 1)]).await.expect("written");
        assert_eq!(lost, if loses { BTreeSet::from([0]) } else { BTreeSet::new() }, "{change}");
        let last = numbers(&store, "select max(seq) from event group by game_id order by game_id").await;
        let expected = if loses { u64::from(change.starts_with("update")) + 1 } else { 4 };
        assert_eq!(last, [expected as i64, 3], "{change}");
        database.remove().await;
    }
}

#[tokio::test]
async fn a_due_time_stays_if_the_server_that_checked_the_game_knew_less_of_it() {
    let (database, store, mut connection) = open().await;
    write_all(&mut connection, vec![new_game(1)]).await;
    write_all(&mut connection, vec![append(1, NEXT)]).await;
    let head = 2;
    for (seen, head, next, stored) in [
        (76, head, None, vec![77]),
        (77, head - 1, None, vec![77]),
        (77, head, Some(90), vec![90]),
        (90, head, None, vec![]),
    ] {
        let seen = Timestamp::from_millis(seen);
        let next = next.map(Timestamp::from_millis);
        let listings = vec![ListingUpdate::next_due(number(1), seen, head, next)];
        write_all(&mut connection, vec![Commit { listings, ..Commit::default() }]).await;
        assert_eq!(numbers(&store, "select due_at from game where due_at is not null").await, stored);
    }
    database.remove().await;
}

#[tokio::test]
async fn a_second_commit_of_a_game_in_a_batch_loses() {
    let (database, store, mut connection) = open().await;
    write_all(&mut connection, vec![new_game(1)]).await;
    let batch = vec![append(1, NEXT), append(1, NEXT), append(1, NEXT + 1)];
    assert_eq!(write(&mut connection, batch).await.expect("written"), BTreeSet::from([1, 2]));
    assert_eq!(numbers(&store, "select seq from event order by seq").await, [1, 2]);
    database.remove().await;
}

#[tokio::test]
async fn a_commit_whose_position_number_is_taken_loses_alone() {
    let (database, store, mut connection) = open().await;
    let index = |games: &[(u64, u64)]| {
        let indexed = |(game, position_number): &(u64, u64)| IndexedGame {
            number: number(*game),
            position_number: *position_number,
            positions: GamePositions::default(),
        };
        Commit { indexed: games.iter().map(indexed).collect(), ..Commit::default() }
    };
    write_all(&mut connection, (1..=4).map(new_game).collect()).await;
    write_all(&mut connection, vec![index(&[(1, 5)])]).await;
    let batch = vec![index(&[(2, 4), (3, 5)]), index(&[(3, 6), (1, 7)]), index(&[(4, 8)]), append(1, NEXT)];
    assert_eq!(write(&mut connection, batch).await.expect("written"), BTreeSet::from([0, 1]));
    let position_numbers = "select coalesce(position_number, 0) from game order by game_id";
    assert_eq!(numbers(&store, position_numbers).await, [5, 0, 0, 8]);
    database.remove().await;
}

/// Commits of one server in a round: an entry of each of the games, or a new game for each command of one creator. The
/// second server has them in the opposite order.
fn round_of(round: u64, server: u64) -> Vec<Commit> {
    let commit = |game| match round % 2 {
        0 => append(game, NEXT + round / 2),
        _ => created(round, server, game),
    };
    let mut commits: Vec<_> = (0..GAMES).map(commit).collect();
    if server == 1 {
        commits.reverse();
    }
    commits
}

/// Entries in a batch: more than one statement inserts.
const GAMES: u64 = 100;

/// Rounds in which two servers write the same.
const ROUNDS: u64 = 30;

/// The game that a command creates on a server: on the second server the numbers descend.
fn created(round: u64, server: u64, command: u64) -> Commit {
    let origin = Origin {
        player: PlayerId::from("creator"),
        id: format!("command-{round}-{command}").parse().expect("an id"),
        hash: None,
    };
    let index = if server == 0 { command } else { GAMES - command };
    let mut commit = Commit::default();
    add_game(&mut commit, 10_000 + round * 1_000 + server * 500 + index, Some(origin));
    commit
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_servers_that_write_the_same_games_in_opposite_order_never_deadlock() {
    let (database, store, mut connection) = open().await;
    write_all(&mut connection, (0..GAMES).map(new_game).collect()).await;
    let start = Arc::new(Barrier::new(2));
    let server = async |server: u64, mut connection: WriteConnection, start: Arc<Barrier>| {
        let mut won = Vec::new();
        for round in 0..ROUNDS {
            start.wait().await;
            let commits = round_of(round, server);
            let lost = write(&mut connection, commits).await.expect("no deadlock");
            let mut winners: Vec<_> = (0..GAMES).map(|commit| !lost.contains(&(commit as usize))).collect();
            if server == 1 {
                winners.reverse();
            }
            won.push(winners);
        }
        won
    };
    let other = store.connect_writer(0).await.expect("a connection");
    let here = tokio::spawn(server(0, connection, Arc::clone(&start)));
    let there = tokio::spawn(server(1, other, start));
    let (here, there) = tokio::try_join!(here, there).expect("no fault");
    for (here, there) in here.into_iter().flatten().zip(there.into_iter().flatten()) {
        assert!(here != there, "each row has one winner");
    }
    database.remove().await;
}

#[tokio::test]
async fn statistics_add_up_over_the_slots_of_servers() {
    let (database, store, mut one) = open().await;
    let mut two = store.connect_writer(5).await.expect("a connection");
    let south = add_player(&store, "south").await;
    let north = add_player(&store, "north").await;
    let count = |turns| {
        let players = BySeat { south: Some(south.clone()), north: Some(north.clone()) };
        Commit { finished: vec![FinishedGame { turns, players, ..finished_game() }], ..Commit::default() }
    };
    write_all(&mut one, vec![count(7), count(9)]).await;
    write_all(&mut two, vec![count(7)]).await;

    let stats = store.load_statistics().await.expect("statistics");
    let length = stats.rules[0].length.as_ref().expect("lengths");
    assert_eq!((stats.games, stats.rules[0].turns, length.quartiles), (3, 23, [7, 7, 9]));
    assert_eq!(stats.rules[0].months[0].games, 3);
    let scores = store.load_scores(&south, true).await.expect("scores");
    let against = store.load_scores_against(&north, &south, true).await.expect("scores");
    assert_eq!(scores.iter().chain(&against).map(|score| score.drawn).collect::<Vec<_>>(), [3, 3]);
    let rows = "select count(*) from pair_score group by node_slot order by node_slot";
    assert_eq!(numbers(&store, rows).await, [1, 1], "one row a slot");
    database.remove().await;
}

async fn add_player(store: &Store, name: &str) -> PlayerId {
    let insert = "insert into player (player_id, name, created_at) values ($1, $1, 0)";
    sqlx::query(insert).bind(name).execute(&store.pool).await.expect("a player");
    PlayerId::from(name)
}

#[tokio::test]
#[ignore = "needs Postgres, where several connections write at a time"]
async fn servers_with_different_slots_do_not_wait_for_each_other() {
    let (database, store, mut connection) = open().await;
    assert!(store.database.is_remote(), "IKIBUGUZO_TEST_DATABASE_URL names a Postgres");
    let finished = || Commit { finished: vec![finished_game()], ..Commit::default() };
    let mut other = store.database.connect().await.expect("a connection");
    let mut open = other.begin().await.expect("a transaction");
    write_plan::execute(&store.database, &mut open, &[finished()], 1).await.expect("counted");
    write_all(&mut connection, vec![finished()]).await;
    assert_eq!(store.load_statistics().await.expect("statistics").games, 1, "the other one is not committed");

    let mut waiting = store.connect_writer(1).await.expect("a connection");
    let late = write(&mut waiting, vec![finished()]).await;
    assert!(matches!(late, Err(StoreError::Unavailable(_))), "in the same slot it waits");
    open.commit().await.expect("committed");
    assert_eq!(store.load_statistics().await.expect("statistics").games, 2);
    database.remove().await;
}
