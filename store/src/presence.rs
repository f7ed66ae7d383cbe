//! Which node serves which player of a game.

use std::time::Duration;

use std::collections::{BTreeMap, HashMap, HashSet};

use ikibuguzo_engine::Seat;
use ikibuguzo_protocol::{GameId, Timestamp};

use crate::error::StoreError;
use crate::game_number::GameNumber;
use crate::node::NodeId;
use crate::rows::{parse, stored_time, timestamp};
use crate::statement::Statement;
use crate::store::Store;

/// How long an ended visit is kept if the player comes again: by then, clocks have been excused for
/// the outages in it.
const KEPT_VISIT: Duration = Duration::from_mins(10);

/// Largest number of rows that one statement writes.
const MAX_PRESENCE_ROWS: usize = 32;

/// A visit of a player of a game to a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ServedSeat {
    /// The player's seat.
    pub seat: Seat,
    /// The node.
    pub node: NodeId,
    /// When the player came.
    pub since: Timestamp,
    /// When the node last heard of the player; none while the player is connected to it.
    pub until: Option<Timestamp>,
    /// When this row was last written.
    pub changed_at: Timestamp,
}

/// game_id, seat, node_id, since_at, until_at, changed_at.
type ServedRow = (i64, String, i64, i64, Option<i64>, i64);

impl Store {
    /// The nodes that serve, or served, the players of each of these games; a game without players who were served has
    /// no entry. Only the newest visit to a node can still last: a server that could not store the end of a visit may
    /// store a later one.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn load_served_seats(
        &self,
        games: &[GameNumber],
    ) -> Result<HashMap<GameNumber, Vec<ServedSeat>>, StoreError> {
        let mut statement = Statement::new(
            "select game_id, seat, node_id, since_at,
               coalesce(until_at, lead(since_at) over (partition by game_id, seat, node_id order by since_at)),
               changed_at
             from presence where game_id in (",
        );
        statement.bind_all(games.iter().map(|game| game.to_stored().into()));
        statement.push(")");
        let mut served = HashMap::<_, Vec<_>>::new();
        for row in statement.rows(&self.pool).await? {
            let (game, seat) = served_seat(row)?;
            served.entry(game).or_default().push(seat);
        }
        Ok(served)
    }

    /// The games for which this node wrote, at a time or later, whom it serves.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn find_games_with_new_presence(
        &self,
        node: NodeId,
        since: Timestamp,
    ) -> Result<Vec<GameId>, StoreError> {
        let games: Vec<String> = sqlx::query_scalar(
            "select distinct game.code from presence join game on game.game_id = presence.game_id
             where presence.node_id = $1 and presence.changed_at >= $2",
        )
        .bind(node.to_stored())
        .bind(stored_time(since))
        .fetch_all(&self.pool)
        .await?;
        games.iter().map(|game| parse(game)).collect()
    }

    /// The games with a player whom a node served at a time or later.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn find_served_games(
        &self,
        node: NodeId,
        at: Timestamp,
    ) -> Result<HashSet<GameNumber>, StoreError> {
        let games: Vec<i64> = sqlx::query_scalar(
            "select distinct game_id from presence where node_id = $1 and (until_at is null or until_at >= $2)",
        )
        .bind(node.to_stored())
        .bind(stored_time(at))
        .fetch_all(&self.pool)
        .await?;
        Ok(games.into_iter().map(GameNumber::from_stored).collect())
    }
}

fn served_seat(
    (game, seat, node, since, until, changed_at): ServedRow,
) -> Result<(GameNumber, ServedSeat), StoreError> {
    let served = ServedSeat {
        seat: parse(&seat)?,
        node: NodeId::from_stored(node),
        since: timestamp(since)?,
        until: until.map(timestamp).transpose()?,
        changed_at: timestamp(changed_at)?,
    };
    Ok((GameNumber::from_stored(game), served))
}

/// The statements that store who is served, in the order of the key. Of several rows with the same key the last one
/// counts.
pub(crate) fn store_presence<'a>(
    served: impl Iterator<Item = &'a (GameNumber, ServedSeat)>,
) -> Vec<Statement> {
    let key = |(game, served): &(GameNumber, ServedSeat)| (*game, served.seat, served.node, served.since);
    let rows: BTreeMap<_, _> = served.map(|row| (key(row), row)).collect();
    let rows: Vec<_> = rows.into_values().collect();
    let upserts = rows.chunks(MAX_PRESENCE_ROWS).map(upsert);
    upserts.chain(rows.chunks(MAX_PRESENCE_ROWS).filter_map(delete_old_visits)).collect()
}

fn upsert(rows: &[&(GameNumber, ServedSeat)]) -> Statement {
    let mut statement = Statement::new(
        "insert into presence (game_id, seat, node_id, since_at, until_at, changed_at) values ",
    );
    for (index, (game, served)) in rows.iter().enumerate() {
        statement.push(if index > 0 { ", (" } else { "(" });
        statement.bind_all([
            game.to_stored().into(),
            served.seat.to_string().into(),
            served.node.to_stored().into(),
            stored_time(served.since).into(),
            served.until.map(stored_time).into(),
            stored_time(served.changed_at).into(),
        ]);
        statement.push(")");
    }
    statement.push(
        " on conflict (game_id, seat, node_id, since_at) do update set
          until_at = excluded.until_at, changed_at = excluded.changed_at",
    );
    statement
}

/// The statement that deletes old visits of players who have come again.
fn delete_old_visits(rows: &[&(GameNumber, ServedSeat)]) -> Option<Statement> {
    let come: Vec<_> = rows.iter().filter(|(_, served)| served.until.is_none()).collect();
    let first = come.iter().map(|(_, served)| served.since).min()?;
    let node = come.first()?.1.node;
    let mut statement = Statement::new("delete from presence where node_id = ");
    statement.bind(node.to_stored().into());
    statement.push(" and until_at < ");
    statement.bind(stored_time(first.saturating_sub(KEPT_VISIT)).into());
    statement.push(" and game_id in (");
    statement.bind_all(come.into_iter().map(|(game, _)| game.to_stored().into()));
    statement.push(")");
    Some(statement)
}

/// The statement that deletes who was served in games that are over. A row that another node is writing stays, since
/// waiting for it could end in a deadlock.
pub(crate) fn delete_presence<'a>(
    games: impl Iterator<Item = &'a GameNumber>,
    row_lock: &str,
) -> Option<Statement> {
    let mut games: Vec<_> = games.copied().collect();
    games.sort_unstable();
    if games.is_empty() {
        return None;
    }
    let mut statement = Statement::new(
        "delete from presence where (game_id, seat, node_id, since_at) in
           (select game_id, seat, node_id, since_at from presence where game_id in (",
    );
    statement.bind_all(games.into_iter().map(|game| game.to_stored().into()));
    statement.push(&format!("){row_lock})"));
    Some(statement)
}
