//! What some commits do to the tables, step by step: said once, and carried out by either database's own means.

use ikibuguzo_engine::{Action, Seat};
use sqlx::AnyConnection;

use super::commit::{Commit, NewGameRow};
use super::database::{Database, ENTRIES_AT_ONCE};
use super::game_number::GameNumber;
use super::listing::Column;
use super::rows::millis;
use super::statement::Statement;
use super::{StoreError, position_index, statistics};
use ikibuguzo_game::downtime::Downtime;
use ikibuguzo_game::fact::{Entry, Fact};

/// One step, on rows that some commits hold.
#[derive(Debug)]
pub(super) enum Step<'a> {
    /// Adds entries to logs.
    Log(Vec<Row<'a>>),
    /// Does what it says.
    Run(Statement),
    /// Does what only one server can have done: where it touches no row, another one was first.
    Once(Statement),
}

/// An entry of a log, as it is stored.
#[derive(Clone, Debug)]
pub(super) struct Row<'a> {
    pub(super) game: i64,
    pub(super) seq: i64,
    pub(super) at: i64,
    pub(super) actor: Option<&'a str>,
    pub(super) command: Option<&'a str>,
    pub(super) fact: Halves,
}

/// A fact as it is stored: the two halves of what serde writes.
#[derive(Clone, Debug)]
pub(super) struct Halves {
    text: String,
    /// Where the kind ends.
    kind: usize,
}

/// All steps, in order.
pub(super) fn of(commits: &[Commit]) -> Result<Vec<Step<'_>>, StoreError> {
    let mut steps: Vec<Step<'_>> =
        commits.iter().flat_map(|commit| &commit.new_games).map(insert_game).map(Step::Run).collect();
    let mut rows = Vec::with_capacity(commits.iter().map(|commit| commit.entries.len()).sum());
    for entry in commits.iter().flat_map(|commit| &commit.entries) {
        rows.push(Row::of(entry)?);
    }
    steps.push(Step::Log(rows));
    steps.extend(statistics::count::count(commits));
    let listings = commits.iter().flat_map(|commit| &commit.listings);
    steps.extend(listings.map(|listing| Step::Run(listing.statement())));
    steps.extend(commits.iter().filter_map(|commit| commit.heartbeat).max().map(beat).map(Step::Run));
    steps.extend(commits.iter().filter_map(|commit| commit.downtime).map(insert_downtime).map(Step::Run));
    steps.extend(commits.iter().flat_map(|commit| &commit.indexed).flat_map(position_index::add_game));
    Ok(steps)
}

/// Carries out steps over a connection of any kind.
pub(super) async fn carry_out(
    database: &Database,
    to: &mut AnyConnection,
    steps: Vec<Step<'_>>,
) -> Result<(), StoreError> {
    for step in steps {
        match step {
            Step::Log(rows) => {
                for some in rows.chunks(ENTRIES_AT_ONCE) {
                    insert_entries(database, to, some).await?;
                }
            }
            Step::Run(statement) => drop(statement.execute(&mut *to).await?),
            Step::Once(statement) => {
                if statement.execute(&mut *to).await? == 0 {
                    return Err(StoreError::Conflict);
                }
            }
        }
    }
    Ok(())
}

async fn insert_entries(
    database: &Database,
    to: &mut AnyConnection,
    rows: &[Row<'_>],
) -> Result<(), StoreError> {
    let mut query = sqlx::query(database.insert_entries(rows.len()));
    for row in rows {
        query = query
            .bind(row.game)
            .bind(row.seq)
            .bind(row.at)
            .bind(row.actor)
            .bind(row.command)
            .bind(row.fact.kind())
            .bind(row.fact.payload());
    }
    query.execute(to).await?;
    Ok(())
}

impl<'a> Row<'a> {
    fn of((number, entry): &'a (GameNumber, Entry)) -> Result<Self, StoreError> {
        let game = number.to_stored();
        let fact = Halves::of(&entry.fact)?;
        let (actor, command) =
            entry.command.as_ref().map(|(actor, command)| (actor.as_str(), command.as_str())).unzip();
        Ok(Self { game, seq: millis(entry.seq), at: millis(entry.at), actor, command, fact })
    }
}

impl Halves {
    const BEFORE: &str = r#"{"kind":""#;
    const BETWEEN: &str = r#"","payload":"#;
    const BEHIND: &str = "}";

    fn of(fact: &Fact) -> Result<Self, StoreError> {
        match fact {
            Fact::Acted { seat, action } => Ok(Self::acted(**seat, **action)),
            other => Self::written(other),
        }
    }

    /// What nearly all facts are, by hand: words of our own, in which nothing has to be escaped.
    fn acted(seat: Seat, action: Action) -> Self {
        let (kind, seat, action) = ("acted", seat.as_str(), action.as_str());
        let (open, between, close) = (r#"{"seat":""#, r#"","action":""#, r#""}"#);
        let all = [Self::BEFORE, kind, Self::BETWEEN, open, seat, between, action, close, Self::BEHIND];
        Self { text: all.concat(), kind: Self::BEFORE.len() + kind.len() }
    }

    /// By serde.
    fn written(fact: &Fact) -> Result<Self, StoreError> {
        let text = serde_json::to_string(fact).map_err(|error| StoreError::Corrupt(error.to_string()))?;
        let kind = text.strip_prefix(Self::BEFORE).and_then(|kind| kind.find('"'));
        let kind = kind.map(|length| Self::BEFORE.len() + length);
        match kind.filter(|kind| text[*kind..].starts_with(Self::BETWEEN) && text.ends_with(Self::BEHIND)) {
            Some(kind) => Ok(Self { text, kind }),
            // What it says may be sealed.
            None => Err(StoreError::Corrupt("a fact is not written in two halves".to_owned())),
        }
    }

    pub(super) fn kind(&self) -> &str {
        &self.text[Self::BEFORE.len()..self.kind]
    }

    pub(super) fn payload(&self) -> &str {
        &self.text[self.kind + Self::BETWEEN.len()..self.text.len() - Self::BEHIND.len()]
    }
}

fn insert_game(new: &NewGameRow) -> Statement {
    let options = new.options;
    let (creator, command) =
        new.created_by.as_ref().map(|(player, id)| (player.as_str(), id.as_str())).unzip();
    let born: [Column; 9] = [
        ("game_id", new.number.to_stored().into()),
        ("code", new.id.as_str().into()),
        ("rules_name", options.rules.name().into()),
        ("rules", options.rules.to_string().into()),
        ("clock", options.clock.to_string().into()),
        ("public", i64::from(options.public).into()),
        ("created_at", millis(new.created_at).into()),
        ("creator", creator.map(str::to_owned).into()),
        ("create_command", command.map(str::to_owned).into()),
    ];
    let (names, values): (Vec<_>, Vec<_>) = born.into_iter().chain(new.listing.columns()).unzip();
    let mut statement = Statement::new(format!("insert into game ({}) values (", names.join(", ")));
    statement.bind_all(values);
    statement.push(")");
    statement
}

fn beat(now: u64) -> Statement {
    let mut statement = Statement::new("insert into heartbeat (name, at) values ('server', ");
    statement.bind(millis(now).into());
    statement.push(") on conflict (name) do update set at = excluded.at where heartbeat.at < excluded.at");
    statement
}

/// Two servers that come back together store the same downtime. One that does not know that its downtime was stored stores
/// a longer one.
fn insert_downtime(away: Downtime) -> Statement {
    let mut statement = Statement::new("insert into downtime (from_at, until_at) values (");
    statement.bind_all([millis(away.from).into(), millis(away.until).into()]);
    statement.push(") on conflict (from_at) do update set until_at = excluded.until_at");
    statement.push(" where downtime.until_at < excluded.until_at");
    statement
}

#[cfg(test)]
mod tests {
    use ikibuguzo_protocol::{EndReason, Outcome, Text};

    use super::*;

    #[test]
    fn a_move_is_stored_as_serde_writes_it() {
        for seat in Seat::ALL {
            for action in ["A", "t<", "a", "*", "*>", "-"].map(|text| text.parse().expect(text)) {
                let fact = Fact::Acted { seat: seat.into(), action: Text(action) };
                let (by_hand, written) = (Halves::of(&fact), Halves::written(&fact));
                let (by_hand, written) = (by_hand.expect("two halves"), written.expect("two halves"));
                assert_eq!((by_hand.kind(), by_hand.payload()), (written.kind(), written.payload()));
            }
        }
    }

    #[test]
    fn a_fact_is_stored_in_two_halves() {
        let halves = |fact| Halves::of(&fact).expect("two halves");
        let begun = halves(Fact::Begun {});
        assert_eq!((begun.kind(), begun.payload()), ("begun", "{}"));
        let ended = Fact::Ended(Outcome { winner: None, reason: EndReason::Quiet });
        let stored = halves(ended.clone());
        let (kind, payload) = (stored.kind(), stored.payload());
        let read = serde_json::from_str(&format!(r#"{{"kind":"{kind}","payload":{payload}}}"#));
        assert_eq!(read.ok(), Some(ended));
        let said = Fact::Said { seat: Text(Seat::South), text: r#"","payload":{}}"#.to_owned() };
        assert_eq!(halves(said).kind(), "said", "whatever is said");
    }
}
