//! Ratings against references and laws.

mod glicko;
mod ratings;
