//! Marks: a number for every entry of every log, and for where a log begins. None is given twice.

use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use ikibuguzo_protocol::GameId;
use sqlx::{Any, Executor};
use tokio::time::timeout;

use super::database::late;
use super::rows::{millis, unsigned};
use super::{PATIENCE, Store, StoreError, Tail};

/// Marks that a server takes out of the database at a time. What it has not used when it ends is never used.
const BLOCK: u64 = 1 << 24;

/// Marks that were taken out of the database, and that nothing has yet.
#[derive(Debug, Default)]
pub(super) struct Marks {
    /// Never held over an await.
    free: Mutex<Range<u64>>,
    /// Whoever finds too few asks the database; whoever comes then, waits.
    refill: tokio::sync::Mutex<()>,
}

impl Store {
    /// Where the log of a new game begins that has so many entries.
    ///
    /// # Errors
    ///
    /// As of [`marks`](Self::marks).
    pub async fn beginning(&self, game: GameId, entries: usize) -> Result<Tail, StoreError> {
        Ok(Tail { game, mark: self.marks(entries + 1).await? })
    }

    /// The first of so many marks, which are this caller's alone.
    ///
    /// # Errors
    ///
    /// Where the database has to be asked, and cannot be used.
    pub async fn marks(&self, count: usize) -> Result<u64, StoreError> {
        let count = count as u64;
        if let Some(first) = self.marks.take(count) {
            return Ok(first);
        }
        let _one_at_a_time = timeout(PATIENCE, self.marks.refill.lock()).await.map_err(|_| late())?;
        match self.marks.take(count) {
            Some(first) => Ok(first),
            None => {
                let more = timeout(PATIENCE, reserve(&self.pool, BLOCK.max(count))).await;
                Ok(self.marks.replace(more.map_err(|_| late())??, count))
            }
        }
    }
}

/// Takes so many marks out of the database; 0 is none of them.
pub(super) async fn reserve(
    from: impl Executor<'_, Database = Any>,
    count: u64,
) -> Result<Range<u64>, StoreError> {
    let until: i64 = sqlx::query_scalar(
        "insert into marks_given (name, until) values ('log', 1 + $1)
         on conflict (name) do update set until = marks_given.until + $1 returning until",
    )
    .bind(millis(count))
    .fetch_one(from)
    .await?;
    let until = unsigned(until)?;
    Ok(until.saturating_sub(count)..until)
}

impl Marks {
    pub(super) fn of(free: Range<u64>) -> Self {
        Self { free: Mutex::new(free), ..Self::default() }
    }

    /// The first of so many, if there are as many.
    pub(super) fn take(&self, count: u64) -> Option<u64> {
        let mut free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        let first = free.start;
        let rest = first.checked_add(count).filter(|rest| *rest <= free.end)?;
        free.start = rest;
        Some(first)
    }

    /// Goes on with other marks, and takes the first ones. What was left of those before is given up.
    pub(super) fn replace(&self, free: Range<u64>, count: u64) -> u64 {
        let first = free.start;
        *self.free.lock().unwrap_or_else(PoisonError::into_inner) = first + count..free.end;
        first
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::sync::Arc;

    use futures_util::future::join_all;
    use ikibuguzo_engine::Ruleset;
    use ikibuguzo_protocol::TimeControl;

    use super::*;
    use crate::Commit;
    use ikibuguzo_game::fact::Entry;
    use ikibuguzo_game::room::{GameOptions, begin_facts};

    #[tokio::test]
    async fn no_mark_is_given_twice() {
        let folder = tempfile::tempdir().expect("a folder");
        let url = format!("sqlite://{}", folder.path().join("games.db").display());
        let mut given = HashSet::new();
        for _ in 0..3 {
            let (one, other) = tokio::join!(Store::open(&url), Store::open(&url));
            let (one, other) = (one.expect("a database"), other.expect("the same one"));
            let takers =
                (1..=60).map(|count| if count % 2 == 0 { one.marks(count) } else { other.marks(count) });
            for (first, count) in join_all(takers).await.into_iter().zip(1..) {
                let first = first.expect("marks");
                assert!(
                    first > 0 && (first..first + count).all(|mark| given.insert(mark)),
                    "{count} from {first} on"
                );
            }
        }
    }

    #[tokio::test]
    async fn a_walk_ends_even_where_an_entry_follows_itself() {
        let folder = tempfile::tempdir().expect("a folder");
        let url = format!("sqlite://{}", folder.path().join("games.db").display());
        let store = Store::open(&url).await.expect("a database");
        let terms = GameOptions {
            rules: Ruleset::Kubuguza,
            rules_version: Ruleset::VERSION,
            public: true,
            clock: TimeControl::None,
        };
        let facts = begin_facts(terms, None, Vec::new());
        let game = GameId::from_random([7; GameId::LENGTH]);
        let mut commit = Commit::default();
        let begins = store.beginning(game, facts.len()).await.expect("marks");
        let (_, mut tail) = commit.begin(begins, None, facts, 1).expect("a game");
        let again = Entry { seq: 2, ..commit.entries[0].1.clone() };
        let mark = tail.mark;
        commit.append(&mut tail, mark, again);
        let mut pen = store.pen().await.expect("the database");
        pen.write(&Arc::new(vec![commit]), || ()).await.expect("written");
        assert_eq!(store.log(game).await.expect("its log").len(), 2);
    }

    #[test]
    fn marks_are_taken_while_there_are_as_many() {
        let marks = Marks::default();
        assert_eq!(marks.take(1), None);
        assert_eq!(marks.replace(10..15, 2), 10);
        assert_eq!(
            [marks.take(2), marks.take(2), marks.take(1), marks.take(1)],
            [Some(12), None, Some(14), None]
        );
    }
}
