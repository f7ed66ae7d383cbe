//! Clocks, downtime, and absent players.

use std::time::Duration;

use ikibuguzo_engine::{Array, BySeat, Seat};
use ikibuguzo_protocol::{
    Claim, EndReason, ErrorCode, Outcome, Period, Receipt, Text, TimeControl, Timestamp,
};

use super::{Table, player};
use crate::fact::{Entry, Fact};
use crate::replay;
use crate::room::{CommandKind, INVITATION_TIMEOUT, Room};
use crate::test_time::{at, ms};

/// When the games of these tests begin.
const START: Timestamp = at(1_000_000);

const WEEK: Duration = Duration::from_hours(7 * 24);

const MINUTE: TimeControl = TimeControl::Fischer { initial: 60, increment: 5 };

/// A game that starts at `START`, with both players seated.
fn begun(rules: &str, clock: TimeControl) -> Table {
    let mut table = Table::open_with_clock(rules, clock);
    table.at(START).command("north", "n-sit", CommandKind::Sit).expect("a free seat");
    table
}

/// The time of each action that is not charged.
const ALLOWANCE: Duration = ms(1_000);

/// A game of Kubuguza in which South's second turn begins at `START`.
fn started(clock: TimeControl) -> Table {
    let mut table = begun("kubuguza", clock);
    table.play("south", "s-first", "O").expect("played");
    table.play("north", "n-first", "n").expect("played");
    table
}

impl Table {
    fn at(&mut self, now: Timestamp) -> &mut Self {
        self.context.now = now;
        self
    }

    /// Applies what time has decided until now.
    pub(super) fn pass_time(&mut self, now: Timestamp, downtimes: &[Period]) -> Vec<Fact> {
        self.at(now);
        let mut done = Vec::new();
        while let Some(fact) = self.room.excused(downtimes, now).or_else(|| self.room.overdue(now)) {
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
fn every_move_has_a_receipt_on_the_clock_sheet() {
    let mut table = started(MINUTE);
    table.at(START + ms(3_000)).play("south", "1", "P").expect("played");
    table.at(START + ms(3_800)).play("north", "2", "p").expect("played");
    let (_, sheet) = replay::room_and_clock_report(super::game(), &table.log).expect("a log");
    let receipts: Vec<Receipt> = sheet.bills.iter().map(|bill| bill.receipt).collect();
    let receipt = |arrival, charge, allowance, balance| {
        let arrival = START + ms(arrival);
        Receipt { arrival, charge: ms(charge), allowance: ms(allowance), balance: ms(balance) }
    };
    assert_eq!(receipts[..2], [receipt(0, 0, 0, 60_000); 2], "first turns are not charged");
    assert_eq!(receipts[2..], [receipt(3_000, 2_000, 1_000, 63_000), receipt(3_800, 0, 800, 65_000)]);
    assert_eq!(
        sheet.clocks.and_then(|clocks| clocks.runs_out_at),
        Some(START + ms(3_800) + ALLOWANCE + ms(63_000))
    );
}

#[test]
fn a_first_turn_that_is_not_made_in_time_aborts_the_game() {
    for clock in [MINUTE, TimeControl::Delay { initial: 1, delay: 0 }, TimeControl::Days(1)] {
        let limit = clock.start_limit().expect("a clock");
        let mut neither = begun("kubuguza", clock);
        assert_eq!(neither.room.due(), Some(START + limit));
        assert_eq!(neither.pass_time(START + limit - ms(1), &[]), []);
        assert_eq!(neither.pass_time(START + limit, &[]), ended(None, EndReason::Aborted));
        let mut one = begun("kubuguza", clock);
        one.at(START + limit - ms(1)).play("south", "1", "O").expect("in time");
        assert_eq!(one.room.due(), Some(START + 2 * limit - ms(1)));
        assert_eq!(one.pass_time(START + 2 * limit - ms(1), &[]), ended(None, EndReason::Aborted));
    }
}

#[test]
fn the_seat_whose_time_runs_out_loses() {
    let mut table = started(MINUTE);
    let due = START + ALLOWANCE + ms(60_000);
    assert_eq!(table.room.due(), Some(due));
    assert_eq!(table.pass_time(due - ms(1), &[]), []);
    assert_eq!(table.pass_time(due, &[]), ended(Some(Seat::North), EndReason::Timeout));
    assert_eq!(table.refused("south", table.act("P")), ErrorCode::GameOver, "too late");
    assert_eq!((table.room.due(), table.room.clocks().and_then(|clocks| clocks.running)), (None, None));
}

#[test]
fn the_running_clock_is_charged_until_the_end() {
    let mut table = started(MINUTE);
    table.at(START + ms(20_000)).command("north", "r", CommandKind::Resign).expect("resigned");
    let left = |table: &Table| table.room.clocks().map(|clocks| clocks.balance).expect("clocks");
    assert_eq!((left(&table).south, left(&table).north), (ms(40_000) + ALLOWANCE, ms(60_000)));
    let mut table = started(MINUTE);
    table.pass_time(START + ms(90_000), &[]);
    assert_eq!(left(&table).south, ms(0));
}

#[test]
fn the_arrangement_has_its_own_time_limit() {
    let limit = START + ms(60_000);
    let arrange = |table: &mut Table, who| {
        table.command(who, who, CommandKind::Arrange(Array::First)).expect("arranged")
    };
    let mut neither = begun("ikibuguzo:choice", MINUTE);
    assert_eq!(neither.pass_time(limit, &[]), ended(None, EndReason::Aborted));
    let mut one = begun("ikibuguzo:choice", MINUTE);
    arrange(&mut one, "south");
    assert_eq!(one.pass_time(limit, &[]), ended(None, EndReason::Aborted), "North may never have come");
    let mut both = begun("ikibuguzo:choice", MINUTE);
    arrange(both.at(START + ms(1_000)), "south");
    arrange(both.at(START + ms(50_000)), "north");
    assert_eq!(both.room.due(), Some(START + ms(110_000)), "the first turn begins at the reveal");
}

#[test]
fn a_game_without_a_move_expires_after_a_week() {
    let mut open = Table::open("kubuguza");
    let created = open.log[0].at;
    assert_eq!(open.pass_time(created + WEEK, &[]), ended(None, EndReason::Expired));
    assert_eq!(open.refused("north", CommandKind::Sit), ErrorCode::GameOver);
    let mut arranging = begun("ikibuguzo:first", TimeControl::None);
    assert_eq!(arranging.pass_time(START + WEEK, &[]), ended(None, EndReason::Expired));
    let mut seated = begun("kubuguza", TimeControl::None);
    assert_eq!(seated.pass_time(START + WEEK - ms(1), &[]), []);
    assert_eq!([ms(1), WEEK].map(|later| seated.room.depends_on_time(START + later)), [false, true]);
    assert_eq!(seated.pass_time(START + WEEK, &[]), ended(None, EndReason::Expired));
}

#[test]
fn only_an_open_game_with_a_clock_in_seconds_is_withdrawn() {
    for clock in [MINUTE, TimeControl::Delay { initial: 60, delay: 1 }] {
        let open = Table::open_with_clock("kubuguza", clock);
        assert_eq!(open.room.withdrawal().map(|fact| vec![fact]), Some(ended(None, EndReason::Aborted)));
        let created = open.log[0].at;
        assert_eq!(open.room.safe_until(created), Some(created + INVITATION_TIMEOUT));
        assert_eq!(begun("kubuguza", clock).room.withdrawal(), None, "an opponent has come");
        let mut withdrawn = Table::open_with_clock("kubuguza", clock);
        withdrawn.command("south", "c", CommandKind::Claim(Claim::Abort)).expect("withdrawn");
        assert_eq!(withdrawn.room.withdrawal(), None, "it is over");
    }
    for clock in [TimeControl::None, TimeControl::Days(3)] {
        let open = Table::open_with_clock("kubuguza", clock);
        assert_eq!(open.room.withdrawal(), None);
        assert_eq!(open.room.safe_until(START), open.room.due());
    }
}

#[test]
fn a_challenge_ends_when_its_maker_has_chosen() {
    for clock in [MINUTE, TimeControl::None] {
        let mut open = Table::open_with_clock("kubuguza", clock);
        let until = open.log[0].at + ms(90_000);
        open.room
            .apply(&Entry {
                seq: open.room.head() + 1,
                at: open.log[0].at,
                origin: None,
                fact: Fact::Invited { player: player("north"), open_until: Some(until), commitment: None },
            })
            .expect("an invitation");
        assert_eq!((open.room.open_until(), open.room.withdrawal()), (Some(until), None));
        assert_eq!((open.room.due(), open.room.safe_until(START)), (Some(until), Some(until)));
        assert_eq!(open.room.overdue(until - ms(1)), None);
        let expired = Outcome { winner: None, reason: EndReason::Expired };
        assert_eq!(open.room.overdue(until), Some(Fact::Ended(expired)));
    }
}

#[test]
fn without_a_clock_nothing_is_due_after_the_first_move() {
    let mut table = begun("kubuguza", TimeControl::None);
    table.at(START + ms(1)).play("south", "1", "O").expect("in time");
    assert_eq!((table.room.due(), table.room.safe_until(START + ms(2))), (None, None));
    assert_eq!(table.room.clocks(), None);
    assert!(!table.output_to(ikibuguzo_protocol::Role::Spectator).contains("clock"));
    assert_eq!(table.pass_time(START + 100 * WEEK, &[]), []);
}

#[test]
fn no_clock_is_charged_for_downtime() {
    let downtime = |from, until| Period::new(START + ms(from), START + ms(until));
    let downtimes = [downtime(0, 500), downtime(10_000, 40_000), downtime(45_000, 46_000)];
    let mut table = started(MINUTE);
    let excused = table.pass_time(START + ms(50_000), &downtimes[..2]);
    assert_eq!(
        excused,
        [
            Fact::Excused { from: START, until: START + ms(500) },
            Fact::Excused { from: START + ms(10_000), until: START + ms(40_000) }
        ]
    );
    assert_eq!(table.pass_time(START + ms(50_000), &downtimes).len(), 1, "each downtime is excused once");
    assert_eq!(table.room.due(), Some(START + ALLOWANCE + ms(60_000) + ms(31_500)));
    table.at(START + ms(51_500)).play("south", "1", "P").expect("in time");
    let (_, sheet) = replay::room_and_clock_report(super::game(), &table.log).expect("a log");
    assert_eq!(sheet.bills[2].receipt.charge, ms(20_000) - ALLOWANCE);
    assert_eq!(sheet.excused.len(), 3);
    assert_eq!(
        table.pass_time(START + ms(60_000), &downtimes),
        [],
        "downtime before this turn is not excused"
    );
    let replayed = Room::replay(&table.log).expect("a log");
    assert_eq!(replayed.clocks(), table.room.clocks());
}

#[test]
fn the_wait_of_an_action_is_excused_for_the_clock_that_it_starts() {
    let wait = Period::new(START + ms(2_000), START + ms(3_000));
    let mut table = started(MINUTE);
    assert_eq!(table.room.excused_wait(wait), None, "South's clock was started before");
    table.at(wait.from).play("south", "1", "P").expect("played");
    let excused = table.room.excused_wait(wait);
    assert_eq!(excused, Some(Fact::Excused { from: wait.from, until: wait.until }));
    assert_eq!(table.room.excused_wait(Period { until: wait.from, ..wait }), None, "it did not wait");
    let mut untimed = started(TimeControl::None);
    untimed.at(wait.from).play("south", "1", "P").expect("played");
    assert_eq!(untimed.room.excused_wait(wait), None);
}

#[test]
fn a_move_during_a_downtime_splits_it_between_two_turns() {
    let downtime = [Period::new(START + ms(1_000), START + ms(14_000))];
    let mut table = started(MINUTE);
    let excused = |from, until| vec![Fact::Excused { from: START + ms(from), until: START + ms(until) }];
    assert_eq!(table.pass_time(START + ms(10_000), &downtime), excused(1_000, 10_000));
    table.play("south", "1", "P").expect("played");
    assert_eq!(table.pass_time(START + ms(20_000), &downtime), excused(10_000, 14_000));
    table.play("north", "2", "p").expect("played");
    let (_, sheet) = replay::room_and_clock_report(super::game(), &table.log).expect("a log");
    let charges: Vec<Duration> = sheet.bills[2..].iter().map(|bill| bill.receipt.charge).collect();
    assert_eq!(charges, [ms(1_000) - ALLOWANCE, ms(6_000) - ALLOWANCE]);
}

#[test]
fn a_reader_is_shown_the_clocks_as_they_will_be_excused() {
    let downtimes = [(10_000, 40_000), (45_000, 46_000)];
    let downtimes = downtimes.map(|(from, until)| Period::new(START + ms(from), START + ms(until)));
    let games = [started(MINUTE), begun("kubuguza", MINUTE), begun("ikibuguzo:choice", MINUTE)];
    for (mut table, allowance) in games.into_iter().zip([ALLOWANCE, ms(0), ms(0)]) {
        let mut shown = table.room.clone();
        shown.show_excused(&downtimes, START + ms(50_000));
        table.pass_time(START + ms(50_000), &downtimes);
        assert_eq!((shown.clocks(), shown.arrange_by()), (table.room.clocks(), table.room.arrange_by()));
        assert_eq!(shown.due(), Some(START + allowance + ms(60_000) + ms(31_000)));
    }
}

#[test]
fn downtime_extends_the_limits_of_arrangement_and_first_turn() {
    let mut table = begun("ikibuguzo:choice", MINUTE);
    let downtime = [Period::new(START + ms(5_000), START + ms(100_000))];
    assert_eq!(table.pass_time(START + ms(100_000), &downtime).len(), 1);
    assert_eq!(table.room.arrange_by(), Some(START + ms(60_000) + ms(95_000)));
    let mut table = begun("kubuguza", MINUTE);
    assert_eq!(table.pass_time(START + ms(100_000), &downtime).len(), 1);
    let clocks = table.room.clocks().expect("clocks");
    assert_eq!((clocks.first_turn_by, clocks.runs_out_at), (Some(START + ms(60_000) + ms(95_000)), None));
}

#[test]
fn nothing_is_due_before_the_safe_moment() {
    let mut table = started(MINUTE);
    let safe_until = table.room.safe_until(START).expect("a clock runs");
    table.at(START + ms(40_000)).play("south", "1", "P").expect("played");
    assert!(table.room.due() >= Some(safe_until));
    let safe_until = table.room.safe_until(START + ms(40_000)).expect("a clock runs");
    assert_eq!(
        safe_until,
        START + ms(40_000) + ms(26_000) + ALLOWANCE,
        "South is not to move and has this much left"
    );
    table.at(START + ms(41_000)).play("north", "2", "p").expect("played");
    assert!(table.room.due() >= Some(safe_until));
}

/// A game in which North is absent from the beginning.
fn game_with_absent_north(clock: TimeControl) -> Table {
    let mut table = begun("kubuguza", clock);
    table.context.absent_since = BySeat::new(None, Some(START));
    table.context.min_absence = ms(20_000);
    table
}

#[test]
fn before_both_seats_have_moved_a_claim_can_only_abort() {
    let mut table = game_with_absent_north(MINUTE);
    table.at(START + ms(10_000)).play("south", "1", "O").expect("played");
    let claim_at = START + ms(10_000) + ms(23_000);
    assert_eq!(table.room.claim_at(Seat::North, &table.context), Some(claim_at));
    table.at(claim_at - ms(1));
    assert_eq!(table.refused("south", CommandKind::Claim(Claim::Abort)), ErrorCode::NotGone);
    table.at(claim_at);
    assert_eq!(table.refused("south", CommandKind::Claim(Claim::Win)), ErrorCode::TooEarlyToWin);
    table.command("south", "c", CommandKind::Claim(Claim::Abort)).expect("claimed");
    let last = table.log.last().map(|entry| vec![entry.fact.clone()]);
    assert_eq!(last, Some(ended(None, EndReason::Aborted)));
}

#[test]
fn after_both_seats_have_moved_a_claim_can_only_win() {
    let mut table = game_with_absent_north(TimeControl::None);
    table.play("south", "1", "O").expect("played");
    table.play("north", "2", "n").expect("played over HTTP");
    table.play("south", "3", "P").expect("played");
    table.at(START + 15 * ms(20_000));
    assert_eq!(
        table.refused("north", CommandKind::Claim(Claim::Win)),
        ErrorCode::NotGone,
        "South is present"
    );
    assert_eq!(table.refused("south", CommandKind::Claim(Claim::Abort)), ErrorCode::TooLateToAbort);
    table.command("south", "c", CommandKind::Claim(Claim::Win)).expect("claimed");
    let last = table.log.last().map(|entry| vec![entry.fact.clone()]);
    assert_eq!(last, Some(ended(Some(Seat::South), EndReason::Abandoned)));
    assert_eq!(table.refused("south", CommandKind::Claim(Claim::Win)), ErrorCode::GameOver);
}

#[test]
fn a_seat_with_nothing_to_do_is_never_claimed_from() {
    let mut table = game_with_absent_north(TimeControl::None);
    table.at(START + ms(1_000_000));
    assert_eq!(table.room.claim_at(Seat::North, &table.context), None, "South is to move");
    for claim in [Claim::Win, Claim::Abort] {
        assert_eq!(table.refused("south", CommandKind::Claim(claim)), ErrorCode::NotGone);
    }
    table.play("south", "1", "O").expect("played");
    let claim_at = table.room.claim_at(Seat::North, &table.context);
    assert_eq!(
        claim_at,
        Some(START + ms(1_000_000) + ms(300_000)),
        "the absence counts from North's turn on"
    );
}

#[test]
fn a_seat_that_has_arranged_is_not_claimed_from() {
    let mut table = Table::new("ikibuguzo:choice");
    table.context.absent_since = BySeat::new(Some(at(0)), Some(at(0)));
    table.context.min_absence = ms(20_000);
    table.command("north", "a", CommandKind::Arrange(Array::First)).expect("arranged");
    assert_eq!(table.room.claim_at(Seat::North, &table.context), None);
    let seated_at = table.room.awaited_since(Seat::South).expect("South has to arrange");
    assert_eq!(table.room.claim_at(Seat::South, &table.context), Some(seated_at + ms(300_000)));
}

#[test]
fn by_correspondence_absence_allows_no_claim() {
    let mut table = game_with_absent_north(TimeControl::Days(1));
    table.play("south", "1", "O").expect("played");
    table.at(START + ms(86_000_000));
    assert_eq!(table.refused("south", CommandKind::Claim(Claim::Win)), ErrorCode::NotGone);
}
