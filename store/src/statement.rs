//! A statement that grows with what is asked.

use std::fmt::Write;

use sqlx::any::AnyRow;
use sqlx::{Any, AssertSqlSafe, Executor, FromRow, SqlSafeStr};

use super::StoreError;

/// SQL, and what to put into its places. What a client says is only ever put into a place.
#[derive(Debug, Default)]
pub(super) struct Statement {
    sql: String,
    params: Vec<Param>,
}

/// A value to put into a statement.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Param {
    Text(Option<String>),
    Number(Option<i64>),
}

impl Statement {
    pub(super) fn new(sql: impl Into<String>) -> Self {
        Self { sql: sql.into(), params: Vec::new() }
    }

    /// The same behind other words.
    pub(super) fn after(mut self, words: &str) -> Self {
        self.sql.insert_str(0, words);
        self
    }

    /// Adds SQL.
    pub(super) fn push(&mut self, sql: &str) {
        self.sql.push_str(sql);
    }

    /// Adds a place, and the value for it.
    pub(super) fn bind(&mut self, param: Param) {
        self.params.push(param);
        // No string refuses to be written to.
        let _ = write!(self.sql, "${}", self.params.len());
    }

    /// Adds places between commas, and the values for them.
    pub(super) fn bind_all(&mut self, params: impl IntoIterator<Item = Param>) {
        for (place, param) in params.into_iter().enumerate() {
            if place > 0 {
                self.push(", ");
            }
            self.bind(param);
        }
    }

    /// The SQL, and what to put into its places.
    pub(super) fn parts(&self) -> (&str, &[Param]) {
        (&self.sql, &self.params)
    }

    /// All rows that it finds.
    pub(super) async fn rows<'c, R>(self, on: impl Executor<'c, Database = Any>) -> Result<Vec<R>, StoreError>
    where
        R: for<'r> FromRow<'r, AnyRow> + Send + Unpin,
    {
        let mut query = sqlx::query_as(AssertSqlSafe(self.sql).into_sql_str());
        for param in self.params {
            query = match param {
                Param::Text(text) => query.bind(text),
                Param::Number(number) => query.bind(number),
            };
        }
        Ok(query.fetch_all(on).await?)
    }

    /// Does what it says, and tells how many rows it touched.
    pub(super) async fn execute<'c>(self, on: impl Executor<'c, Database = Any>) -> Result<u64, StoreError> {
        let mut query = sqlx::query(AssertSqlSafe(self.sql).into_sql_str());
        for param in self.params {
            query = match param {
                Param::Text(text) => query.bind(text),
                Param::Number(number) => query.bind(number),
            };
        }
        Ok(query.execute(on).await?.rows_affected())
    }
}

impl From<&str> for Param {
    fn from(text: &str) -> Self {
        Self::Text(Some(text.to_owned()))
    }
}

impl From<String> for Param {
    fn from(text: String) -> Self {
        Self::Text(Some(text))
    }
}

impl From<Option<String>> for Param {
    fn from(text: Option<String>) -> Self {
        Self::Text(text)
    }
}

impl From<i64> for Param {
    fn from(number: i64) -> Self {
        Self::Number(Some(number))
    }
}

impl From<Option<i64>> for Param {
    fn from(number: Option<i64>) -> Self {
        Self::Number(number)
    }
}
