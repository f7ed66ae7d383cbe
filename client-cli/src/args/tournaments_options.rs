//! The options of `tournaments`.

use std::ops::RangeInclusive;

use clap::Args;
use clap::builder::RangedI64ValueParser;
use ikibuguzo_engine::Ruleset;
use ikibuguzo_protocol::{
    CommandId, NewTournament, Text, TimeControl, Timestamp, TournamentFormat, TournamentId,
};
use jiff::civil::DateTime;
use jiff::tz::TimeZone;

use super::parse_rules;

/// The options of `tournaments`.
#[derive(Args, Clone, Debug)]
pub struct TournamentsOptions {
    /// The tournament's code; without one, all are listed
    #[arg(value_name = "CODE")]
    pub code: Option<TournamentId>,

    /// Enter the tournament
    #[arg(long, conflicts_with = "withdraw")]
    pub enter: bool,

    /// Withdraw from the tournament; you lose the games that you are playing there, but not in an arena
    #[arg(long, requires = "code")]
    pub withdraw: bool,

    /// Make a tournament with these rules
    #[arg(long = "new", value_name = "RULES", value_parser = parse_rules, conflicts_with = "code")]
    pub rules: Option<Ruleset>,

    /// With --new: round-robin, in which everybody plays everybody else once; swiss, in which players with equal points
    /// meet in some rounds; or arena, in which players who are free are paired again and again for some minutes
    #[arg(long, value_name = "FORMAT", default_value = "round-robin", value_parser = parse_format, requires = "rules")]
    pub format: TournamentFormat,

    /// With --format arena: how long it lasts
    #[arg(long, value_name = "N", value_parser = in_range(NewTournament::MINUTES), requires = "rules")]
    pub minutes: Option<u32>,

    /// With --format swiss: the number of rounds
    #[arg(long, value_name = "N", value_parser = in_range(NewTournament::ROUNDS), requires = "rules")]
    pub rounds: Option<u32>,

    /// With --new: the clock of the games
    #[arg(long, value_name = "CLOCK", default_value = "fischer:300+5", requires = "rules")]
    pub clock: TimeControl,

    /// With --new: the number of places: 4 to 8, of a Swiss tournament 4 to 64, of an arena 4 to 300. Without --begins
    /// the tournament begins when they are taken [default: 4, 16 or 100]
    #[arg(long, value_name = "N", value_parser = in_range(TournamentFormat::Arena.places()), requires = "rules")]
    pub places: Option<u32>,

    /// With --new: when the tournament begins, in local time, such as 2026-12-01T18:30; without it an arena begins at
    /// once
    #[arg(long, value_name = "TIME", value_parser = parse_local_time, requires = "rules")]
    pub begins: Option<Timestamp>,

    /// With --new: the games change the ratings
    #[arg(long, requires = "rules")]
    pub rated: bool,

    /// The number of this machine's player who makes or enters the tournament, or withdraws
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub player: u32,
}

impl TournamentsOptions {
    /// The tournament to make; none without `--new`.
    pub fn new_tournament(&self, id: CommandId) -> Option<NewTournament> {
        let rules = self.rules?;
        Some(NewTournament {
            id,
            rules: Text(rules),
            clock: Text(self.clock),
            rated: self.rated,
            format: self.format,
            places: self.places.unwrap_or(self.format.proposed_places()),
            minutes: self.minutes,
            round_count: self.rounds,
            starts_at: self.begins,
        })
    }
}

fn in_range(range: RangeInclusive<u32>) -> RangedI64ValueParser<u32> {
    clap::value_parser!(u32).range(i64::from(*range.start())..=i64::from(*range.end()))
}

fn parse_format(text: &str) -> Result<TournamentFormat, String> {
    text.replace('-', "_").parse().map_err(|_| "it is round-robin, swiss or arena".to_owned())
}

/// Reads a local time.
fn parse_local_time(text: &str) -> Result<Timestamp, String> {
    let local: DateTime = text.parse().map_err(|error| format!("{error}"))?;
    let zoned = local.to_zoned(TimeZone::system()).map_err(|error| format!("{error}"))?;
    let millis = u64::try_from(zoned.timestamp().as_millisecond());
    millis.map(Timestamp::from_millis).map_err(|_| "the time is before 1970".to_owned())
}
