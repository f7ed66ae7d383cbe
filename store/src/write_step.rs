//! One step of a write plan.

use crate::event_row::EventRow;
use crate::statement::Statement;

/// A step, which either kind of database carries out by its own means.
#[derive(Debug)]
pub(crate) enum WriteStep<'a> {
    /// Appends entries to logs.
    Append(Vec<EventRow<'a>>),
    /// Executes a statement.
    Execute(Statement),
    /// Executes a statement of which zero rows affected means that another server was first:
    /// [`Conflict`](crate::StoreError::Conflict).
    ExecuteOnce(Statement),
}
