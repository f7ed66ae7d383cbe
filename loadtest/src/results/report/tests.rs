use super::*;

fn used(cpu: u64, resident: u64) -> ProcessUsage {
    ProcessUsage { cpu: Duration::from_millis(cpu), resident }
}

fn played() -> Played {
    let counts = Span {
        before: ServerCounters { commits: 10.0, events: 100.0 },
        after: ServerCounters { commits: 60.0, events: 1_100.0 },
    };
    Played {
        elapsed: Duration::from_secs(2),
        moves: 500,
        games_per_socket: 1,
        server: Some(Span { before: used(100, 1 << 20), after: used(1_100, 3 << 20) }),
        tool: Span { before: used(0, 0), after: used(500, 0) },
        counts: Some(counts),
    }
}

#[test]
fn figures_are_those_of_the_measured_time() {
    let report = Report::of_games(&played(), &Stats::new(None), &Seen::default()).to_json();
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
fn games_a_socket_are_told_where_they_are_several() {
    let told = |games_per_socket| {
        let played = Played { games_per_socket, ..played() };
        Report::of_games(&played, &Stats::new(None), &Seen::default()).to_json()["games_per_socket"].as_f64()
    };
    assert_eq!([1, 32].map(told), [None, Some(32.0)]);
}

#[test]
fn what_is_not_known_is_left_out() {
    let played = Played { server: None, counts: None, moves: 0, ..played() };
    let report = Report::of_games(&played, &Stats::new(None), &Seen::default()).to_json();
    for name in ["server_cpu_per_1000_moves", "server_memory", "events_per_second", "commits_per_1000_events"]
    {
        assert_eq!(report.get(name), None, "{name}");
    }
    assert_eq!(report["boards_checked"].as_f64(), Some(0.0));
}

#[test]
fn sockets_cost_what_memory_grew_by() {
    let memory = Span { before: used(0, 10 << 20), after: used(0, 30 << 20) };
    let report = Report::of_sockets(2_048, Some(memory), 1);
    assert_eq!(report.to_json()["server_memory_per_socket"].as_f64(), Some(10.0));
    assert!(!report.is_clean());
}

#[test]
fn times_are_told_in_milliseconds() {
    let mut times = Histogram::new(3).expect("few digits");
    (1..=100).for_each(|millis| times.record(millis * 1_000_000).expect("in range"));
    let mut report = Report::default();
    report.add_times("own_ack", &times);
    let report = report.to_json();
    for (name, millis) in
        [("own_ack_p50", 50.0), ("own_ack_p95", 95.0), ("own_ack_p99", 99.0), ("own_ack_max", 100.0)]
    {
        let told = report[name].as_f64().expect("a number");
        assert!((told - millis).abs() < 0.1, "{name}: {told}");
    }
}

#[test]
fn a_figure_is_a_line() {
    let mut report = Report::default();
    report.add("moves", 500.0, "");
    report.add("own_ack_p50", 0.25, "ms");
    let lines: Vec<String> = report.to_string().lines().map(str::to_owned).collect();
    assert_eq!(lines.len(), 2);
    assert!(lines[0].starts_with("moves ") && lines[0].ends_with(" 500"));
    assert!(lines[1].ends_with(" 0.250 ms"));
}
