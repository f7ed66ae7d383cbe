//! A statement that is built at run time.

use std::fmt::{self, Display, Write};

use sqlx::any::AnyRow;
use sqlx::{Any, AssertSqlSafe, Executor, FromRow, SqlSafeStr};

use crate::error::StoreError;

/// SQL and the values of its parameters. Input from clients is only ever a parameter.
#[derive(Clone, Debug, Default)]
pub(crate) struct Statement {
    sql: String,
    params: Vec<Param>,
}

/// The value of a parameter.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Param {
    Text(Option<String>),
    Number(Option<i64>),
    /// The bits of a real number, so that equal parameters have equal bits.
    Real(u64),
}

impl Statement {
    /// A statement without parameters.
    pub(crate) fn new(sql: impl Into<String>) -> Self {
        Self { sql: sql.into(), params: Vec::new() }
    }

    /// The statement with SQL before it.
    pub(crate) fn with_prefix(mut self, sql: &str) -> Self {
        self.sql.insert_str(0, sql);
        self
    }

    /// Adds SQL.
    pub(crate) fn push(&mut self, sql: &str) {
        self.sql.push_str(sql);
    }

    /// Adds a parameter.
    pub(crate) fn bind(&mut self, param: Param) {
        self.params.push(param);
        // Writing to a string does not fail.
        let _ = write!(self.sql, "${}", self.params.len());
    }

    /// Adds parameters between commas.
    pub(crate) fn bind_all(&mut self, params: impl IntoIterator<Item = Param>) {
        for (index, param) in params.into_iter().enumerate() {
            if index > 0 {
                self.push(", ");
            }
            self.bind(param);
        }
    }

    /// The SQL and the values of its parameters.
    pub(crate) fn parts(&self) -> (&str, &[Param]) {
        (&self.sql, &self.params)
    }

    /// Executes the statement and returns its rows.
    pub(crate) async fn rows<'c, R>(self, on: impl Executor<'c, Database = Any>) -> Result<Vec<R>, StoreError>
    where
        R: for<'r> FromRow<'r, AnyRow> + Send + Unpin,
    {
        let mut query = sqlx::query_as(AssertSqlSafe(self.sql).into_sql_str());
        for param in self.params {
            query = match param {
                Param::Text(text) => query.bind(text),
                Param::Number(number) => query.bind(number),
                Param::Real(bits) => query.bind(f64::from_bits(bits)),
            };
        }
        Ok(query.fetch_all(on).await?)
    }

    /// Executes the statement and returns the number of rows affected.
    pub(crate) async fn execute<'c>(self, on: impl Executor<'c, Database = Any>) -> Result<u64, StoreError> {
        let mut query = sqlx::query(AssertSqlSafe(self.sql).into_sql_str());
        for param in self.params {
            query = match param {
                Param::Text(text) => query.bind(text),
                Param::Number(number) => query.bind(number),
                Param::Real(bits) => query.bind(f64::from_bits(bits)),
            };
        }
        Ok(query.execute(on).await?.rows_affected())
    }
}

impl Display for Param {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(Some(text)) => write!(f, "{text}"),
            Self::Number(Some(number)) => write!(f, "{number}"),
            Self::Text(None) | Self::Number(None) => write!(f, "nothing"),
            Self::Real(bits) => write!(f, "{}", f64::from_bits(*bits)),
        }
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

impl From<f64> for Param {
    fn from(number: f64) -> Self {
        Self::Real(number.to_bits())
    }
}
