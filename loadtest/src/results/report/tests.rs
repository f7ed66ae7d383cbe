use super::*;
use crate::results::report::answers::AnswerTimes;

fn usage(cpu_millis: u64, resident: u64) -> ProcessUsage {
    ProcessUsage { cpu: Duration::from_millis(cpu_millis), resident }
}

fn measurement() -> Measurement {
    let counters = BeforeAfter {
        before: ServerCounters { commits: 10.0, events: 100.0 },
        after: ServerCounters { commits: 60.0, events: 1_100.0 },
    };
    Measurement {
        elapsed: Duration::from_secs(2),
        moves: 500,
        games_per_socket: 1,
        servers: vec![BeforeAfter { before: usage(100, 1 << 20), after: usage(1_100, 3 << 20) }],
        tool: BeforeAfter { before: usage(0, 0), after: usage(500, 0) },
        counters: Some(counters),
    }
}

#[test]
fn figures_cover_the_measured_time_only() {
    let report = Report::for_games(&measurement(), &Stats::new(None), &CheckTotals::default()).to_json();
    for (name, value) in [
        ("measured", 2.0),
        ("moves", 500.0),
        ("moves_per_second", 250.0),
        ("server_cpu_per_1000_moves", 2.0),
        ("server_busy", 50.0),
        ("server_memory", 3.0),
        ("tool_busy", 25.0),
        ("events_per_second", 500.0),
        ("commits_per_1000_events", 50.0),
        ("errors", 0.0),
    ] {
        assert_eq!(report[name].as_f64(), Some(value), "{name}");
    }
}

#[test]
fn games_per_socket_is_reported_if_it_is_not_one() {
    let reported = |games_per_socket| {
        let measurement = Measurement { games_per_socket, ..measurement() };
        Report::for_games(&measurement, &Stats::new(None), &CheckTotals::default()).to_json()["games_per_socket"].as_f64()
    };
    assert_eq!([1, 32].map(reported), [None, Some(32.0)]);
}

#[test]
fn several_servers_have_sums_and_figures_of_their_own() {
    let servers = [(1_000, 1 << 20), (500, 2 << 20)]
        .map(|(cpu, resident)| BeforeAfter { before: usage(0, 0), after: usage(cpu, resident) });
    let measurement = Measurement { servers: servers.to_vec(), ..measurement() };
    let report = Report::for_games(&measurement, &Stats::new(None), &CheckTotals::default()).to_json();
    for (name, value) in [
        ("server_cpu_per_1000_moves", 3.0),
        ("server_busy", 75.0),
        ("server_memory", 3.0),
        ("node_1_busy", 50.0),
        ("node_2_busy", 25.0),
        ("node_2_memory", 2.0),
    ] {
        assert_eq!(report[name].as_f64(), Some(value), "{name}");
    }
}

#[test]
fn unknown_figures_are_omitted() {
    let measurement = Measurement { servers: vec![], counters: None, moves: 0, ..measurement() };
    let report = Report::for_games(&measurement, &Stats::new(None), &CheckTotals::default()).to_json();
    for name in ["server_cpu_per_1000_moves", "server_memory", "events_per_second", "commits_per_1000_events"]
    {
        assert_eq!(report.get(name), None, "{name}");
    }
    assert_eq!(report["boards_checked"].as_f64(), Some(0.0));
}

#[test]
fn memory_per_socket_is_the_growth_of_the_server() {
    let server = BeforeAfter { before: usage(0, 10 << 20), after: usage(0, 30 << 20) };
    let report = Report::for_idle_sockets(2_048, &[server], 1);
    assert_eq!(report.to_json()["server_memory_per_socket"].as_f64(), Some(10.0));
    assert!(!report.is_clean());
}

#[test]
fn times_are_reported_in_milliseconds() {
    let mut times = Histogram::new(3).expect("few digits");
    (1..=100).for_each(|millis| times.record(millis * 1_000_000).expect("in range"));
    let mut report = Report::default();
    report.add_histogram("own_ack", &times);
    let report = report.to_json();
    for (name, millis) in
        [("own_ack_p50", 50.0), ("own_ack_p95", 95.0), ("own_ack_p99", 99.0), ("own_ack_max", 100.0)]
    {
        let reported = report[name].as_f64().expect("a number");
        assert!((reported - millis).abs() < 0.1, "{name}: {reported}");
    }
}

#[test]
fn each_figure_is_one_line() {
    let mut report = Report::default();
    report.add("moves", 500.0, "");
    report.add("own_ack_p50", 0.25, "ms");
    let lines: Vec<String> = report.to_string().lines().map(str::to_owned).collect();
    assert_eq!(lines.len(), 2);
    assert!(lines[0].starts_with("moves ") && lines[0].ends_with(" 500"));
    assert!(lines[1].ends_with(" 0.250 ms"));
}

#[test]
fn forced_answers_are_counted_apart() {
    let mut answers = AnswerTimes::new();
    let empty = Report::for_computers(&measurement(), &Stats::new(None), &answers).to_json();
    assert_eq!((empty["answers"].as_f64(), empty.get("answer_p50")), (Some(0.0), None));
    answers.record(Duration::from_millis(700), false);
    answers.record(Duration::from_millis(1), true);
    answers.record(Duration::from_millis(2), true);
    let report = Report::for_computers(&measurement(), &Stats::new(None), &answers).to_json();
    for (name, value) in
        [("answers", 3.0), ("forced_answers", 2.0), ("answer_p50", 700.0), ("all_answers_p50", 2.0)]
    {
        let reported = report[name].as_f64().expect("a number");
        assert!((reported - value).abs() < 1.0, "{name}: {reported}");
    }
}
