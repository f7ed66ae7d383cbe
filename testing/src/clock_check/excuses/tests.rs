//! Excuses with and without a reason, on one turn of South from 10,000 to 60,000.

use std::net::SocketAddr;

use ikibuguzo_engine::Seat;

use super::*;

fn node(port: u16) -> SocketAddr {
    SocketAddr::from(([127, 0, 0, 1], port))
}

fn at(millis: u64) -> Timestamp {
    Timestamp::from_millis(millis)
}

fn period(from: u64, until: u64) -> Period {
    Period::new(at(from), at(until))
}

/// A connection that joined at once.
fn line(port: u16, from: u64, until: u64) -> PlayerLine {
    PlayerLine {
        address: node(port),
        sent_at: at(from),
        joined_at: Some(at(from)),
        ended_at: at(until),
        was_cut: false,
    }
}

fn cut(line: PlayerLine) -> PlayerLine {
    PlayerLine { was_cut: true, ..line }
}

fn dead(port: u16, death: Death, from: u64, until: u64) -> DeadTime {
    DeadTime { node: node(port), death, from: at(from), lifted: at(until), until: at(until) }
}

/// What is wrong with the excuses of the turn, if South has these connections.
fn check(excused: &[(u64, u64)], south: Vec<PlayerLine>, times: Vec<DeadTime>) -> Vec<String> {
    let excused = excused.iter().zip(7..);
    let excused = excused.map(|((from, until), seq)| Excused { seq, time: period(*from, *until) });
    let stretch = Stretch {
        seats: vec![Seat::South],
        time: period(10_000, 60_000),
        excused: excused.collect(),
        is_complete: true,
    };
    let account = ClockAccount { stretches: vec![stretch], ..ClockAccount::default() };
    let dead = DeadTimes { nodes: vec![node(1), node(2)], times, pauses: Vec::new() };
    find_wrong_excuses(&account, &BySeat::new(south, Vec::new()), &dead)
}

/// South is at node 1 until 20,000 and at node 2 from 21,000.
fn moved_lines() -> Vec<PlayerLine> {
    vec![line(1, 5_000, 20_000), line(2, 21_000, 60_000)]
}

#[test]
fn the_time_from_the_last_beat_until_the_player_is_served_again_may_be_excused() {
    let killed = || vec![dead(1, Death::Killed, 20_000, 40_000)];
    assert_eq!(check(&[(19_500, 21_000)], moved_lines(), killed()), [""; 0]);
    for wrong in [(19_400, 21_000), (19_500, 21_100)] {
        let violations = check(&[wrong], moved_lines(), killed());
        assert!(violations[0].contains("has no reason"), "{wrong:?}: {violations:?}");
    }
}

#[test]
fn an_excuse_while_all_nodes_run_has_no_reason() {
    let violations = check(&[(19_500, 21_000)], moved_lines(), Vec::new());
    assert!(violations[0].contains("19500..21000 has no reason"), "{violations:?}");
}

#[test]
fn the_death_of_a_node_that_did_not_serve_the_player_is_no_reason() {
    let violations = check(&[(30_000, 31_000)], moved_lines(), vec![dead(1, Death::Killed, 30_000, 31_000)]);
    assert!(violations[0].contains("has no reason"), "{violations:?}");
}

#[test]
fn a_cut_of_the_players_own_line_is_no_reason() {
    let lines = vec![cut(line(1, 5_000, 20_000)), line(2, 21_000, 60_000)];
    let violations = check(&[(20_000, 21_000)], lines, vec![dead(2, Death::Killed, 1_000, 2_000)]);
    assert!(violations[0].contains("cut its own line"), "{violations:?}");
}

#[test]
fn a_node_that_dies_after_the_player_has_moved_on_is_no_reason() {
    let lines = || vec![cut(line(1, 5_000, 20_000)), line(2, 20_200, 60_000)];
    let killed = || vec![dead(1, Death::Killed, 20_400, 23_000)];
    assert_eq!(
        check(&[(19_900, 20_200)], lines(), killed()),
        [""; 0],
        "the last beat may have been before the cut"
    );
    let violations = check(&[(19_900, 20_400)], lines(), killed());
    assert!(violations[0].contains("20250..20400 has no reason"), "{violations:?}");
}

#[test]
fn a_node_that_dies_as_soon_as_it_has_gone_on_may_not_have_stored_who_left_it() {
    let lines = || vec![line(1, 5_000, 12_000), cut(line(2, 12_100, 30_500)), line(2, 32_000, 60_000)];
    let times =
        |killed_at| vec![dead(1, Death::Silenced, 11_500, 30_000), dead(1, Death::Killed, killed_at, 40_000)];
    let excused = [(11_500, 12_100), (30_500, 32_000)];
    assert_eq!(check(&excused, lines(), times(30_200)), [""; 0]);
    let violations = check(&excused, lines(), times(31_400));
    assert!(violations[0].contains("30500..32000 has no reason"), "{violations:?}");
}

#[test]
fn a_death_without_an_excuse_is_found() {
    let violations = check(&[], moved_lines(), vec![dead(1, Death::Killed, 20_000, 40_000)]);
    assert!(violations[0].contains("20000..21000 should be excused"), "{violations:?}");
}

#[test]
fn an_excuse_may_miss_only_the_tolerance() {
    let killed = || vec![dead(1, Death::Killed, 20_000, 40_000)];
    assert_eq!(check(&[(20_000, 20_950)], moved_lines(), killed()), [""; 0]);
    assert_eq!(check(&[(20_000, 20_949)], moved_lines(), killed()).len(), 1);
}

#[test]
fn at_most_thirty_seconds_are_excused() {
    let lines = || vec![line(1, 5_000, 20_000), line(2, 58_000, 60_000)];
    let killed = || vec![dead(1, Death::Killed, 20_000, 21_000)];
    assert_eq!(check(&[(19_500, 49_500)], lines(), killed()), [""; 0]);
    let violations = check(&[(19_500, 50_000)], lines(), killed());
    assert!(violations[0].contains("49550..50000 has no reason"), "{violations:?}");
}

#[test]
fn a_short_silence_may_be_excused_or_not() {
    let stopped = |until| vec![dead(1, Death::Silenced, 20_000, until)];
    let lines = || vec![line(1, 5_000, 60_000)];
    assert_eq!(check(&[], lines(), stopped(22_000)), [""; 0]);
    assert_eq!(check(&[(19_600, 22_400)], lines(), stopped(22_000)), [""; 0]);
    let violations = check(&[], lines(), stopped(24_000));
    assert!(violations[0].contains("20000..24000 should be excused"), "{violations:?}");
}

#[test]
fn a_node_that_could_not_write_that_a_player_came_needs_no_excuse() {
    let fault = |from, until| dead(1, Death::Silenced, from, until);
    let faults = || vec![fault(19_000, 22_000), fault(22_200, 25_000), fault(26_000, 40_000)];
    let came = |from| vec![line(1, from, 35_000), line(2, 36_000, 60_000)];
    assert_eq!(check(&[], came(18_500), faults()), [""; 0]);
    assert_eq!(check(&[], came(18_400), faults()).len(), 1, "it was stored before the first fault");
    let later = vec![fault(19_000, 22_000), fault(23_400, 40_000)];
    assert_eq!(check(&[], came(18_500), later).len(), 1, "it was stored between the faults");
}

#[test]
fn a_player_who_comes_after_the_death_needs_no_excuse() {
    let killed = || vec![dead(1, Death::Killed, 20_000, 21_000), dead(1, Death::Killed, 40_000, 70_000)];
    let lines = vec![line(2, 5_000, 22_000), line(1, 22_100, 40_000), line(2, 40_000, 60_000)];
    assert_eq!(check(&[], lines, killed()), [""; 0]);
}

#[test]
fn an_action_that_a_node_takes_before_it_counts_as_dead_needs_no_excuse() {
    let stopped = |from| vec![dead(1, Death::Silenced, from, 70_000), dead(2, Death::Silenced, from, 70_000)];
    let stays = || vec![line(1, 5_000, 80_000)];
    assert_eq!(check(&[], stays(), stopped(58_100)), [""; 0]);
    assert_eq!(check(&[], stays(), stopped(58_000)).len(), 1);
    let leaves = vec![line(1, 5_000, 59_000), line(2, 59_500, 80_000)];
    assert_eq!(check(&[], leaves, vec![dead(1, Death::Silenced, 58_100, 70_000)]).len(), 1);
}

#[test]
fn the_wait_of_an_action_may_be_excused_although_its_player_could_join_only_late() {
    let joined = |millis| vec![PlayerLine { joined_at: Some(at(millis)), ..line(1, 7_000, 60_000) }];
    assert_eq!(check(&[(10_000, 10_030)], joined(9_700), Vec::new()), [""; 0]);
    let violations = check(&[(10_000, 10_030)], joined(7_100), Vec::new());
    assert!(violations[0].contains("10000..10030 has no reason"), "{violations:?}");
}

#[test]
fn who_leaves_a_silent_node_is_excused_until_it_runs_again() {
    let lines = || vec![line(1, 5_000, 19_000), line(2, 25_000, 80_000)];
    let silent = || vec![dead(1, Death::Silenced, 15_000, 20_000)];
    assert_eq!(check(&[(14_600, 20_400)], lines(), silent()), [""; 0]);
    let violations = check(&[(15_000, 19_000)], lines(), silent());
    assert!(violations[0].contains("19000..20000 is not"), "{violations:?}");
    let violations = check(&[(15_000, 25_000)], lines(), silent());
    assert!(violations[0].contains("20850..25000 has no reason"), "{violations:?}");
}

#[test]
fn time_in_which_no_node_runs_is_excused_for_players_without_a_line() {
    let all = || vec![dead(1, Death::Killed, 30_000, 34_000), dead(2, Death::Killed, 29_000, 34_000)];
    assert_eq!(check(&[(29_700, 34_200)], Vec::new(), all()), [""; 0]);
    assert_eq!(check(&[], Vec::new(), all()).len(), 1);
}
