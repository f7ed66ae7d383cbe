//! Tests that depend on the database: those that `.ci/run` repeats on Postgres. A test of a new table, query or write
//! belongs here.

mod address_bans;
mod check;
mod check_rows;
mod check_tournaments;
mod copy;
pub(crate) mod export;
mod downtimes;
mod drills;
mod features;
mod history;
mod import;
mod left_games;
mod moderation;
mod names;
mod nodes;
mod own_data;
mod positions;
#[cfg(unix)]
pub(crate) mod postgres;
mod proofs;
mod publish;
mod push;
mod query_limits;
pub(crate) mod ratings;
mod restart;
mod rewound_logs;
mod round_trips;
mod signatures;
mod search;
mod search_bounds;
mod search_by_end;
mod several_servers;
mod statistics;
pub(crate) mod tournaments;
mod unreadable_games;
