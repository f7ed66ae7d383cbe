//! Clocks, absences of the server, and players who have gone.

use ikibuguzo_engine::{Array, BySeat, Seat};
use ikibuguzo_protocol::{Claim, EndReason, ErrorCode, Outcome, Receipt, Text, TimeControl};

use super::{Table, act};
use crate::downtime::Downtime;
use crate::fact::Fact;
use crate::replay;
use crate::room::{CommandKind, Room};

/// When the games of these tests begin.
const START: u64 = 1_000_000;

const MINUTE: TimeControl = TimeControl::Fischer { initial: 60, increment: 5 };

/// A game that begins now, with both seats taken.
fn begun(rules: &str, clock: TimeControl) -> Table {
    let mut table = Table::open_with_clock(rules, clock);
    table.at(START).ask("north", "n-sit", CommandKind::Sit).expect("a free seat");
    table
}

impl Table {
    fn at(&mut self, now: u64) -> &mut Self {
        self.here.now = now;
        self
    }

    /// Does what time has decided until now.
    fn pass_time(&mut self, now: u64, absences: &[Downtime]) -> Vec<Fact> {
        self.at(now);
        let mut done = Vec::new();
        while let Some(fact) = self.room.excused(absences, now).or_else(|| self.room.overdue(now)) {
            self.add(None, fact.clone());
            done.push(fact);
        }
        done
    }
}

fn ended(winner: Option<Seat>, reason: EndReason) -> Vec<Fact> {
    vec![Fact::Ended(Outcome { winner: winner.map(Text), reason })]
}

#[test]
fn an_action_has_a_receipt_and_the_sheet_lists_them() {
    let mut table = begun("kubuguza", MINUTE);
    table.at(START + 3_000).ask("south", "1", act(0, "O")).expect("played");
    table.at(START + 4_000).ask("north", "2", act(1, "n")).expect("played");
    let (_, sheet) = replay::room_and_clock_sheet(super::game(), &table.log).expect("a log");
    let receipts: Vec<Receipt> = sheet.bills.iter().map(|bill| bill.receipt).collect();
    let receipt = |arrival, charge, balance| Receipt { arrival: START + arrival, charge, balance };
    assert_eq!(receipts, [receipt(3_000, 3_000, 62_000), receipt(4_000, 1_000, 64_000)]);
    assert_eq!(sheet.clocks.and_then(|clocks| clocks.runs_out_at), Some(START + 4_000 + 62_000));
}

#[test]
fn the_seat_whose_time_runs_out_loses() {
    let mut table = begun("kubuguza", MINUTE);
    assert_eq!(table.room.due(), Some(START + 60_000));
    assert_eq!(table.pass_time(START + 59_999, &[]), []);
    assert_eq!(table.pass_time(START + 60_000, &[]), ended(Some(Seat::North), EndReason::Timeout));
    assert_eq!(table.refused("south", act(0, "O")), ErrorCode::GameOver, "late is late");
    assert_eq!((table.room.due(), table.room.clocks().and_then(|clocks| clocks.running)), (None, None));
}

#[test]
fn the_clock_that_runs_is_charged_until_the_end() {
    let mut table = begun("kubuguza", MINUTE);
    table.at(START + 20_000).ask("north", "r", CommandKind::Resign).expect("resigned");
    let left = |table: &Table| table.room.clocks().map(|clocks| clocks.balance).expect("clocks");
    assert_eq!((left(&table).south, left(&table).north), (40_000, 60_000));
    let mut table = begun("kubuguza", MINUTE);
    table.pass_time(START + 90_000, &[]);
    assert_eq!(left(&table).south, 0);
}

#[test]
fn the_arrangement_has_its_own_limit() {
    let limit = START + 60_000;
    let arrange =
        |table: &mut Table, who| table.ask(who, who, CommandKind::Arrange(Array::First)).expect("arranged");
    let mut nobody = begun("ikibuguzo:choice", MINUTE);
    assert_eq!(nobody.pass_time(limit, &[]), ended(None, EndReason::Aborted));
    let mut one = begun("ikibuguzo:choice", MINUTE);
    arrange(&mut one, "south");
    assert_eq!(one.pass_time(limit, &[]), ended(Some(Seat::South), EndReason::Timeout));
    let mut both = begun("ikibuguzo:choice", MINUTE);
    arrange(both.at(START + 1_000), "south");
    arrange(both.at(START + 50_000), "north");
    assert_eq!(both.room.due(), Some(START + 110_000), "the first clock runs from the reveal on");
}

#[test]
fn a_game_that_is_never_begun_expires() {
    let week = 7 * 86_400_000;
    let mut open = Table::open("kubuguza");
    let created = open.log[0].at;
    assert_eq!(open.pass_time(created + week, &[]), ended(None, EndReason::Expired));
    assert_eq!(open.refused("north", CommandKind::Sit), ErrorCode::GameOver);
    let mut arranging = begun("ikibuguzo:first", TimeControl::None);
    assert_eq!(arranging.pass_time(START + week, &[]), ended(None, EndReason::Expired));
    let mut seated = begun("kubuguza", TimeControl::None);
    assert_eq!(seated.pass_time(START + week - 1, &[]), []);
    assert_eq!([1, week].map(|later| seated.room.depends_on_time(START + later)), [false, true]);
    assert_eq!(seated.pass_time(START + week, &[]), ended(None, EndReason::Expired));
}

#[test]
fn without_a_clock_nothing_is_due_once_it_has_begun() {
    let mut table = begun("kubuguza", TimeControl::None);
    table.at(START + 1).ask("south", "1", act(0, "O")).expect("in time");
    assert_eq!((table.room.due(), table.room.safe_until(START + 2)), (None, None));
    assert_eq!(table.room.clocks(), None);
    assert!(!table.shown_to(ikibuguzo_protocol::Role::Spectator).contains("clock"));
    assert_eq!(table.pass_time(START + 100 * 7 * 86_400_000, &[]), []);
}

#[test]
fn nobody_is_charged_for_the_absences_of_the_server() {
    let away = |from, until| Downtime { from: START + from, until: START + until };
    let absences = [away(0, 500), away(10_000, 40_000), away(45_000, 46_000)];
    let mut table = begun("kubuguza", MINUTE);
    let excused = table.pass_time(START + 50_000, &absences[..2]);
    assert_eq!(
        excused,
        [
            Fact::Excused { from: START, until: START + 500 },
            Fact::Excused { from: START + 10_000, until: START + 40_000 }
        ]
    );
    assert_eq!(table.pass_time(START + 50_000, &absences).len(), 1, "each one once");
    assert_eq!(table.room.due(), Some(START + 60_000 + 31_500));
    table.at(START + 51_500).ask("south", "1", act(0, "O")).expect("in time");
    let (_, sheet) = replay::room_and_clock_sheet(super::game(), &table.log).expect("a log");
    assert_eq!(sheet.bills[0].receipt.charge, 20_000);
    assert_eq!(sheet.excused.len(), 3);
    assert_eq!(
        table.pass_time(START + 60_000, &absences),
        [],
        "what was before this turn is not its business"
    );
    let replayed = Room::replay(&table.log).expect("a log");
    assert_eq!(replayed.clocks(), table.room.clocks());
}

#[test]
fn what_was_heard_within_an_absence_splits_it_between_two_turns() {
    let absence = [Downtime { from: START + 1_000, until: START + 14_000 }];
    let mut table = begun("kubuguza", MINUTE);
    let excused = |from, until| vec![Fact::Excused { from: START + from, until: START + until }];
    assert_eq!(table.pass_time(START + 10_000, &absence), excused(1_000, 10_000));
    table.ask("south", "1", act(0, "O")).expect("played");
    assert_eq!(table.pass_time(START + 20_000, &absence), excused(10_000, 14_000));
    table.ask("north", "2", act(1, "n")).expect("played");
    let (_, sheet) = replay::room_and_clock_sheet(super::game(), &table.log).expect("a log");
    let charges: Vec<u64> = sheet.bills.iter().map(|bill| bill.receipt.charge).collect();
    assert_eq!(charges, [1_000, 6_000]);
}

#[test]
fn time_away_counts_for_nobody_who_arranges() {
    let mut table = begun("ikibuguzo:choice", MINUTE);
    let absence = [Downtime { from: START + 5_000, until: START + 100_000 }];
    assert_eq!(table.pass_time(START + 100_000, &absence).len(), 1);
    assert_eq!(table.room.arrange_by(), Some(START + 60_000 + 95_000));
}

#[test]
fn before_the_safe_moment_nothing_is_ever_due() {
    let mut table = begun("kubuguza", MINUTE);
    let safe = table.room.safe_until(START).expect("a clock runs");
    table.at(START + 40_000).ask("south", "1", act(0, "O")).expect("played");
    assert!(table.room.due() >= Some(safe));
    let safe = table.room.safe_until(START + 40_000).expect("a clock runs");
    assert_eq!(safe, START + 40_000 + 25_000, "South, who is not to act, has that much left");
    table.at(START + 41_000).ask("north", "2", act(1, "n")).expect("played");
    assert!(table.room.due() >= Some(safe));
}

/// South plays on; North is gone since the beginning.
fn deserted(clock: TimeControl) -> Table {
    let mut table = begun("kubuguza", clock);
    table.here.gone_since = BySeat::new(None, Some(START));
    table.here.patience = 20_000;
    table
}

#[test]
fn who_is_left_alone_for_long_enough_may_claim_the_win_or_abort() {
    for (claim, winner, reason) in
        [(Claim::Win, Some(Seat::South), EndReason::Abandoned), (Claim::Abort, None, EndReason::Aborted)]
    {
        let mut table = deserted(MINUTE);
        assert_eq!(table.room.claim_at(Seat::North, &table.here), Some(START + 23_000));
        table.at(START + 22_999);
        assert_eq!(table.refused("south", CommandKind::Claim(claim)), ErrorCode::NotGone);
        table.at(START + 23_000).ask("south", "c", CommandKind::Claim(claim)).expect("claimed");
        assert_eq!(table.log.last().map(|entry| vec![entry.fact.clone()]), Some(ended(winner, reason)));
    }
}

#[test]
fn only_the_gone_can_be_claimed_from_and_only_early_games_aborted() {
    let mut table = deserted(TimeControl::None);
    table.at(START + 15 * 20_000);
    assert_eq!(table.refused("north", CommandKind::Claim(Claim::Win)), ErrorCode::NotGone, "South is there");
    table.ask("south", "1", act(0, "O")).expect("played");
    table.ask("north", "2", act(1, "n")).expect("played over HTTP");
    assert_eq!(table.refused("south", CommandKind::Claim(Claim::Abort)), ErrorCode::TooLateToAbort);
    table.ask("south", "c", CommandKind::Claim(Claim::Win)).expect("claimed");
    assert_eq!(table.refused("south", CommandKind::Claim(Claim::Win)), ErrorCode::GameOver);
}

#[test]
fn by_correspondence_nobody_has_to_be_there() {
    let mut table = deserted(TimeControl::Days(1));
    table.at(START + 86_000_000);
    assert_eq!(table.refused("south", CommandKind::Claim(Claim::Win)), ErrorCode::NotGone);
}
