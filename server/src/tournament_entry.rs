//! Who may make and enter tournaments.

use std::time::Duration;

use ikibuguzo_game::player::Player;
use ikibuguzo_protocol::{
    ErrorCode, NewTournament, TimeControl, Timestamp, TournamentFormat, TournamentId, TournamentSummary,
};
use ikibuguzo_store::{EntryResult, NewTournamentRow, TournamentNumber};

use crate::app::App;
use crate::chance::Chance;
use crate::error::{Error, unknown_tournament};
use crate::moderation::check_not_banned;

/// Largest number of tournaments of one player that are not over.
const MAX_CURRENT_PER_PLAYER: u32 = 3;

/// The longest time between the creation of a tournament and its start.
const MAX_START_DELAY: Duration = Duration::from_hours(1440);

impl App {
    /// Makes a tournament. The same command id again finds the same tournament.
    ///
    /// # Errors
    ///
    /// `impossible_tournament`, `banned`, `name_not_claimed`, `too_many_tournaments`, or `command_id_reused`; or if the
    /// database cannot be used.
    pub(crate) async fn make_tournament(
        &self,
        maker: &Player,
        new: &NewTournament,
    ) -> Result<TournamentSummary, Error> {
        // A repeated request may be too late for a new tournament.
        let made = match self.store.find_made_tournament(&maker.id, &new.id).await? {
            Some(made) => made,
            None => self.add_tournament(maker, new).await?,
        };
        let made = self.store.find_tournament(made).await?.ok_or_else(unknown_tournament)?;
        if is_made_by(&made, new) { Ok(made) } else { Err(command_id_reused()) }
    }

    async fn add_tournament(&self, maker: &Player, new: &NewTournament) -> Result<TournamentId, Error> {
        let now = self.clock.now();
        check_fields(new, now)?;
        check_not_banned(&self.store, &maker.id, now).await?;
        if self.store.load_passphrase_hash(&maker.id).await?.is_none() {
            let message = "tournaments are made by players who have claimed their names with a passphrase";
            return Err(Error::new(ErrorCode::NameNotClaimed, message));
        }
        let made = self
            .store
            .add_tournament(&new_row(maker, new, now, &self.chance), MAX_CURRENT_PER_PLAYER)
            .await?;
        made.ok_or_else(|| {
            let message = format!("you have made {MAX_CURRENT_PER_PLAYER} tournaments that are not over");
            Error::new(ErrorCode::TooManyTournaments, message)
        })
    }

    /// Enters a player into a tournament.
    ///
    /// # Errors
    ///
    /// `banned`, `unknown_tournament`, `tournament_full`, `tournament_begun`, `tournament_over`, or `not_rateable`; or
    /// if the database cannot be used.
    pub(crate) async fn enter_tournament(
        &self,
        tournament: TournamentId,
        player: &Player,
    ) -> Result<(), Error> {
        check_not_banned(&self.store, &player.id, self.clock.now()).await?;
        let found = self.store.find_tournament(tournament).await?.ok_or_else(unknown_tournament)?;
        if found.rated {
            self.rooms.check_rateable(player).await?;
        }
        let entered = self.store.enter_tournament(tournament, &player.id, self.clock.now()).await?;
        self.shown_tournaments.forget(tournament).await;
        check_entry(entered)
    }

    /// Withdraws a player from a tournament. The player loses the games that it is playing there, unless the tournament
    /// is an arena.
    ///
    /// # Errors
    ///
    /// `unknown_tournament`, or `tournament_over`; or if the database cannot be used.
    pub(crate) async fn withdraw_from_tournament(
        &self,
        tournament: TournamentId,
        player: &Player,
    ) -> Result<(), Error> {
        let left = self.store.withdraw_from_tournament(tournament, &player.id, self.clock.now()).await?;
        self.shown_tournaments.forget(tournament).await;
        check_entry(left)
    }

    /// Withdraws a player who deletes its account from all tournaments.
    ///
    /// # Errors
    ///
    /// If the database cannot be used.
    pub(crate) async fn leave_tournaments(&self, player: &Player) -> Result<(), Error> {
        for tournament in self.store.list_entered_tournaments(&player.id).await? {
            // A tournament that is over stays as it is.
            self.store.withdraw_from_tournament(tournament, &player.id, self.clock.now()).await?;
        }
        Ok(())
    }
}

fn new_row(maker: &Player, new: &NewTournament, now: Timestamp, chance: &Chance) -> NewTournamentRow {
    NewTournamentRow {
        number: TournamentNumber::from_random(chance.random()),
        id: chance.tournament_id(),
        maker: maker.id.clone(),
        command: new.id.clone(),
        rules: *new.rules,
        clock: *new.clock,
        rated: new.rated,
        format: new.format,
        places: new.places,
        minutes: minutes_of(new),
        rounds: rounds_of(new),
        created_at: now,
        starts_at: new.starts_at,
    }
}

fn check_fields(new: &NewTournament, now: Timestamp) -> Result<(), Error> {
    let impossible = |message: &str| Err(Error::new(ErrorCode::ImpossibleTournament, message));
    let places = new.format.places();
    if !places.contains(&new.places) {
        let message =
            format!("a tournament of this format has {} to {} places", places.start(), places.end());
        return impossible(&message);
    }
    if *new.clock == TimeControl::None {
        return impossible("the games of a tournament have a clock");
    }
    if new.starts_at.is_some_and(|at| at <= now || at > now + MAX_START_DELAY) {
        return impossible("a tournament begins in the future, at most 60 days from now");
    }
    if new.minutes.is_some() && new.format != TournamentFormat::Arena {
        return impossible("only an arena has a length in minutes");
    }
    if new.round_count.is_some() && new.format != TournamentFormat::Swiss {
        return impossible("only a Swiss tournament has a number of rounds");
    }
    match new.format {
        TournamentFormat::RoundRobin => Ok(()),
        TournamentFormat::Arena => check_arena(new),
        TournamentFormat::Swiss => check_swiss(new),
    }
}

fn check_swiss(new: &NewTournament) -> Result<(), Error> {
    if new.round_count.is_some_and(|rounds| !NewTournament::ROUNDS.contains(&rounds) || rounds >= new.places)
    {
        let message = "a Swiss tournament has 3 to 11 rounds, and more places than rounds";
        return Err(Error::new(ErrorCode::ImpossibleTournament, message));
    }
    Ok(())
}

fn check_arena(new: &NewTournament) -> Result<(), Error> {
    let impossible = |message: &str| Err(Error::new(ErrorCode::ImpossibleTournament, message));
    if matches!(*new.clock, TimeControl::Days(_)) {
        return impossible("the games of an arena have a clock in seconds");
    }
    if new.minutes.is_some_and(|minutes| !NewTournament::MINUTES.contains(&minutes)) {
        return impossible("an arena lasts 10 to 360 minutes");
    }
    Ok(())
}

fn minutes_of(new: &NewTournament) -> Option<u32> {
    (new.format == TournamentFormat::Arena).then(|| new.minutes.unwrap_or(NewTournament::DEFAULT_MINUTES))
}

fn rounds_of(new: &NewTournament) -> Option<u32> {
    let proposed = NewTournament::DEFAULT_ROUNDS.min(new.places.saturating_sub(1));
    (new.format == TournamentFormat::Swiss).then(|| new.round_count.unwrap_or(proposed))
}

/// Whether this command makes such a tournament: the same id may have made another one.
fn is_made_by(made: &TournamentSummary, new: &NewTournament) -> bool {
    let of_made = (made.rules, made.clock, made.rated, made.places, made.starts_at);
    let of_format =
        (made.format, made.minutes, made.round_count) == (new.format, minutes_of(new), rounds_of(new));
    of_format && of_made == (new.rules, new.clock, new.rated, new.places, new.starts_at)
}

fn command_id_reused() -> Error {
    let message = "you have made another tournament with this command id; choose another";
    Error::new(ErrorCode::CommandIdReused, message)
}

fn check_entry(result: EntryResult) -> Result<(), Error> {
    let (code, message) = match result {
        EntryResult::Done => return Ok(()),
        EntryResult::Unknown => return Err(unknown_tournament()),
        EntryResult::Full => (ErrorCode::TournamentFull, "all places of the tournament are taken"),
        EntryResult::Begun => (ErrorCode::TournamentBegun, "the tournament has begun"),
        EntryResult::Over => (ErrorCode::TournamentOver, "the tournament is over"),
    };
    Err(Error::new(code, message))
}
