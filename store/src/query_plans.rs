//! The plans that the databases make for the statements of lists: each reads one stretch of an index, and nothing is
//! sorted. Tests only.

use std::collections::BTreeMap;

use futures_util::{StreamExt, stream};
use ikibuguzo_game::player::PlayerId;
use ikibuguzo_protocol::{EndReason, GameId, GameResult, Order, StateFilter, Timestamp};
use sqlx::{AnyConnection, Connection};

use crate::finished_list::{FinishedCursor, FinishedQuery};
use crate::index_scan::{Cursor, ListTime, Range};
use crate::merged_scan::ListQuery;
use crate::search::Search;
use crate::seating::{SeatFilter, Seating};
use crate::statement::Statement;
use crate::store::Store;
use crate::test_schema::TestSchema;

/// Players, and then games: one in a hundred is not over, one in ten is private.
const FILL: [&str; 2] = [
    "insert into player (player_id, name, created_at)
     with recursive number (n) as (select 0 union all select n + 1 from number where n < 999)
     select 'player-' || n, 'name-' || n, 0 from number",
    "insert into game (game_id, code, rules_name, rules, clock, public, state, south, north, winner, reason, result, turns,
                       arrays, created_at, ended_at)
     with recursive number (n) as (select 1 union all select n + 1 from number where n < 100000)
     select n, substr(cast(1000000000000 + n as text), 2),
            case n % 4 when 0 then 'kubuguza' when 1 then 'azigo' when 2 then 'njombwa' else 'ikibuguzo' end,
            case n % 4 when 0 then 'kubuguza' when 1 then 'azigo' when 2 then 'njombwa:9' else 'ikibuguzo:choice' end,
            'none', case when n % 10 = 3 then 0 else 1 end,
            case when n % 100 > 0 then 'finished' when n % 300 = 0 then 'open' else 'playing' end,
            'player-' || (n % 991), 'player-' || (n % 997),
            case when n % 100 > 0 then 'south' end,
            case when n % 100 = 0 then null when n % 50 = 1 then 'timeout' else 'captured-all' end,
            case when n % 100 = 0 then null when n % 50 = 2 then 'draw' else 'south' end,
            case when n % 100 > 0 then n % 97 end, case when n % 4 = 3 then 'first-second' end,
            n * 1000, case when n % 100 > 0 then n * 1000 + 500 end
     from number",
];

/// A statement, and for each index scan in it the columns that must have one value in all rows that it reads.
type Listed = (Statement, Vec<Vec<&'static str>>);

#[tokio::test]
async fn a_list_reads_one_stretch_of_an_index_for_each_scan_and_sorts_nothing() {
    check_combinations(2).await;
}

#[tokio::test]
#[ignore = "it takes minutes"]
async fn every_combination_of_filters_reads_such_stretches() {
    check_combinations(CONDITIONS.len()).await;
}

/// Checks the plans for every combination of a number of filters, without statistics of the database and with them.
async fn check_combinations(most: usize) {
    let database = TestSchema::create().await;
    let store = Store::open(&database.url).await.expect("a database");
    let mut connection = AnyConnection::connect(&database.url).await.expect("a connection");
    // Only Postgres makes statistics by itself.
    let _ = sqlx::query("alter table game set (autovacuum_enabled = false)").execute(&mut connection).await;
    for fill in FILL {
        sqlx::query(fill).execute(&mut connection).await.expect("rows");
    }
    let mut statements = statements(&store, most).await;
    check_plans(&store, &statements).await;
    sqlx::query("analyze").execute(&mut connection).await.expect("statistics");
    if store.database.is_remote() {
        // Postgres knows then that nearly all games are finished, and may read an index of all games instead of theirs.
        statements
            .values_mut()
            .flat_map(|(_, columns)| columns)
            .for_each(|columns| columns.retain(|it| *it != "state"));
    }
    // Connections of SQLite read the statistics when they open.
    let store = Store::open(&database.url).await.expect("a database");
    check_plans(&store, &statements).await;
    database.remove().await;
}

async fn check_plans(store: &Store, statements: &BTreeMap<String, Listed>) {
    let explain = async |(sql, (statement, columns)): (&String, &Listed)| {
        let plan = store.database.explain(statement.clone(), &store.pool).await.expect("a plan");
        fault(sql, &plan, columns).map(|why| format!("{why}\n{sql}\n    {}", plan.join("\n    ")))
    };
    let wrong: Vec<_> = stream::iter(statements).map(explain).buffer_unordered(4).collect().await;
    let wrong: Vec<_> = wrong.into_iter().flatten().collect();
    let shown = wrong.iter().take(3).map(String::as_str).collect::<Vec<_>>().join("\n\n");
    assert!(wrong.is_empty(), "{} of {} plans are wrong:\n{shown}", wrong.len(), statements.len());
}

/// What is wrong with a plan.
fn fault(sql: &str, plan: &[String], columns: &[Vec<&'static str>]) -> Option<&'static str> {
    let has = |words: &[&str]| plan.iter().any(|step| words.iter().any(|word| step.contains(word)));
    if has(&["TEMP B-TREE", "Sort"]) {
        return Some("it sorts");
    }
    if has(&["SCAN game", "SCAN s ", "SCAN n ", "AUTOMATIC", "Seq Scan", "Bitmap", "Hash", "Merge Join"]) {
        return Some("it scans a table");
    }
    // Postgres puts parentheses around a condition if there are several.
    let is_scan = |step: &&String| step.contains("SEARCH game USING") || step.contains("public = '");
    let scans: Vec<_> = plan.iter().filter(is_scan).collect();
    let has_value = |step: &str, column: &str| {
        let forms = [format!("({column}=?"), format!(" {column}=?"), format!("({column} = ")];
        forms.iter().any(|form| step.contains(form))
    };
    let reads =
        |(step, columns): (&&String, &Vec<&str>)| columns.iter().all(|column| has_value(step, column));
    if scans.len() != columns.len() || !scans.iter().zip(columns).all(reads) {
        return Some("its index holds other games too");
    }
    let bounds = |text: &str| {
        text.matches("code) ").count() + text.matches("code)>").count() + text.matches("code)<").count()
    };
    let bounded: usize = scans.iter().map(|step| bounds(step)).sum();
    (bounded != bounds(sql)).then_some("it reads games before or behind its part of the list")
}

/// Every statement of every combination of filters, by its text.
async fn statements(store: &Store, most: usize) -> BTreeMap<String, Listed> {
    let mut all = BTreeMap::new();
    for seats in seat_filters() {
        let seatings = store.find_seatings(&seats).await.expect("a database").expect("players");
        // With players named, no other condition chooses an index.
        let most = if seats == SeatFilter::Any { most } else { most - 1 };
        for search in searches(&seats, most) {
            let ended = Search { state: None, ..search.clone() };
            for (range, by_invitation) in lists(&search) {
                let search = if range.time == ListTime::Ended { &ended } else { &search };
                let query = ListQuery { database: &store.database, search, range, by_invitation };
                add_statements(&mut all, query, &seatings);
            }
        }
    }
    all
}

/// The parts of lists that a search asks for, and whether all private games are found.
fn lists(search: &Search) -> Vec<(Range, bool)> {
    let created = [None, Some(cursor(Timestamp::from_millis(50_000_000)))]
        .map(|after| (search.range(after, Timestamp::from_millis(99_000_000)), false));
    let ended = |(after, by_invitation)| {
        let after =
            Some(FinishedCursor { at: Timestamp::from_millis(50_000_000), id: cursor(Timestamp::ZERO).id })
                .filter(|_| after);
        let search = Search::default();
        (
            FinishedQuery { search, by_invitation, after, until: Timestamp::from_millis(99_000_000) }.range(),
            by_invitation,
        )
    };
    let ended = [(false, false), (true, false), (false, true), (true, true)].map(ended);
    let last_first = Search { order: Order::Ended, ..search.clone() };
    let last_first = [None, Some(cursor(Timestamp::from_millis(50_000_000)))]
        .map(|after| (last_first.range(after, Timestamp::ZERO), false));
    created.into_iter().chain(ended).chain(last_first).collect()
}

fn add_statements(all: &mut BTreeMap<String, Listed>, query: ListQuery<'_>, seatings: &[Seating]) {
    let mut add = |statement: Statement, columns| {
        all.entry(statement.parts().0.to_owned()).or_insert((statement, columns));
    };
    for mut scan in query.alternatives(seatings) {
        let columns = scan.columns();
        for (statement, columns) in scan.select_edges(500).into_iter().zip(&columns) {
            add(statement, vec![columns.clone()]);
        }
        for edge in [None, Some(cursor(Timestamp::from_millis(60_000_000)))] {
            scan.edge = edge;
            add(scan.select_page(51), columns.clone());
            // An export counts nothing.
            if query.range.time == ListTime::Created || query.range.order == Order::Ended {
                add(scan.select_counts(), columns.clone());
            }
        }
    }
}

fn cursor(at: Timestamp) -> Cursor {
    Cursor { at, id: GameId::from_random([7; GameId::LENGTH]) }
}

fn seat_filters() -> Vec<SeatFilter> {
    let name = |name: &str| name.parse().ok();
    let one = name("name-3");
    let other = name("name-4");
    let either = |opponent| SeatFilter::Either("name-3".parse().expect("a name"), opponent);
    let seated = |south, north| SeatFilter::Seated { south, north };
    vec![
        SeatFilter::Any,
        either(None),
        either(other.clone()),
        seated(one.clone(), None),
        seated(None, other.clone()),
        seated(one, other),
    ]
}

/// Every combination of at most `most` of the other conditions, and all together.
fn searches(seats: &SeatFilter, most: usize) -> Vec<Search> {
    let search = || Search { seats: seats.clone(), ..Search::default() };
    let mut some = vec![(0, search())];
    let mut all = search();
    for change in CONDITIONS {
        change(&mut all);
        for (count, mut search) in some.clone() {
            change(&mut search);
            some.extend((count < most).then_some((count + 1, search)));
        }
    }
    some.into_iter().map(|(_, search)| search).chain([all]).collect()
}

/// The conditions that can be combined, with the players and with each other.
const CONDITIONS: [fn(&mut Search); 12] = [
    |search| search.viewer = Some(PlayerId::from("player-5")),
    |search| search.order = Order::Oldest,
    |search| search.rules = Some("njombwa:9".to_owned()),
    |search| search.rules = Some("kubuguza".to_owned()),
    |search| search.result = Some(GameResult::Draw),
    |search| search.reason = Some(EndReason::Timeout),
    |search| search.state = Some(StateFilter::Live),
    |search| search.state = Some(StateFilter::Finished),
    |search| search.arrays = "first-second".parse().ok(),
    |search| search.from = Some(Timestamp::from_millis(20_000_000)),
    |search| search.until = Some(Timestamp::from_millis(90_000_000)),
    |search| search.min_turns = Some(90),
];
