//! Tasks of operators on the database: check, export, publish, import, moderate. The API exports and imports too.

pub mod check;
pub mod dump;
pub mod export;
pub mod health;
pub mod import;
pub mod moderation;
pub mod publication;
pub mod publish;
