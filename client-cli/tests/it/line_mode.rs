//! Three terminals: two play, one watches.

use fastrand::Rng;

use crate::support::{Server, Terminal};

/// Two players who have arranged, a watcher, and the code of their game.
async fn three_terminals(server: &Server) -> ([Terminal; 2], Terminal, String) {
    let mut south = server.run(&["play", "--new", "--starts", "me"]);
    let invitation = south.wait_for("Invite somebody").await;
    let code = invitation.split(' ').next_back().expect("a code").to_owned();
    let mut north = server.run(&["play", &code]);
    let mut watcher = server.run(&["watch", &code]);
    watcher.wait_for("You watch").await;
    for (player, array) in [(&mut south, "first"), (&mut north, "second")] {
        player.wait_for("arrange your counters: first or second >").await;
        player.say(array).await;
    }
    ([south, north], watcher, code)
}

/// Plays at random whenever it is asked to, until the game is over: how often it has played.
async fn play(terminal: &mut Terminal, chance: &mut Rng) -> usize {
    let mut turns = 0;
    while let Some(line) = terminal.next_line().await {
        if line.starts_with("rematch or quit") {
            return turns;
        }
        if let Some(legal) = line.strip_prefix("your turn: ") {
            let legal = legal.trim_end_matches(" >").trim_end_matches(" (Enter plays it)");
            let actions: Vec<&str> = legal.split(", ").flat_map(|part| part.split(" or ")).collect();
            let action = *chance.choice(&actions).expect("the seat to move can act");
            terminal.say(action).await;
            turns += 1;
        }
    }
    panic!("the game never ended:\n{}", terminal.output);
}

/// The sentences that tell what was played.
fn told(output: &str) -> Vec<&str> {
    let tells = |line: &&str| {
        ["South sows", "North sows", "South leaves", "North leaves"]
            .iter()
            .any(|words| line.starts_with(words))
    };
    output.lines().filter(tells).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_play_a_whole_game_and_one_sees_all_of_it() {
    let server = Server::start().await;
    let ([mut south, mut north], mut watcher, code) = three_terminals(&server).await;
    let (mut chance, mut luck) = (Rng::with_seed(7), Rng::with_seed(8));
    let (first, second) = tokio::join!(play(&mut south, &mut chance), play(&mut north, &mut luck));
    let end = watcher.wait_for("wins: ").await;
    let (status, seen, _) = watcher.end().await;
    assert_eq!(status, Some(0), "a watcher has seen all at the end");
    assert!(south.output.contains(&end) && north.output.contains(&end), "{end}");
    assert_eq!(told(&south.output).len(), first + second);
    assert_eq!(told(&south.output), told(&north.output));
    assert_eq!(told(&south.output), told(&seen));
    assert!(seen.contains("Revealed: South's first array, North's second array."), "{seen}");

    let (status, list, _) = server.run(&["games"]).end().await;
    assert_eq!(status, Some(0));
    assert!(list.starts_with(&code) && list.contains("won (") && list.lines().count() == 1, "{list}");
    let (_, shown, _) = server.run(&["show", &code]).end().await;
    assert_eq!(told(&shown), told(&seen));
    assert!(shown.ends_with(&format!("{end}\n")), "{shown}");
    let (_, record, _) = server.run(&["record", &code]).end().await;
    assert!(record.contains("[Arrays \"first second\"]"), "{record}");
    let mut verify = server.run(&["verify", "-"]);
    verify.say(&record).await;
    let (status, said, _) = verify.end().await;
    assert_eq!((status, said.as_str()), (Some(0), "1 good, 0 wrong\n"));
    let mut verify = server.run(&["verify", "-"]);
    verify.say(&record.replacen("2. L", "2. K", 1)).await;
    let (status, said, _) = verify.end().await;
    assert_eq!(status, Some(6), "{said}");
    assert!(said.contains("turn 3: K: your opening turn must sow L"), "{said}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn players_talk_offer_resign_and_play_again() {
    let server = Server::start().await;
    let ([mut south, mut north], _watcher, code) = three_terminals(&server).await;
    south.wait_for("your turn: N (Enter plays it) >").await;
    south.say("say Mwaramutse!").await;
    north.wait_for("says: Mwaramutse!").await;
    south.say("draw").await;
    north.wait_for("a draw is offered: accept or decline").await;
    north.say("decline").await;
    south.wait_for("declines the draw").await;
    south.say("resign").await;
    south.wait_for("Give the game up? yes or no >").await;
    south.say("no").await;
    south.wait_for("You play on.").await;
    for line in ["resign", "yes"] {
        south.say(line).await;
    }
    north.wait_for("North wins: the other side gave up.").await;
    north.wait_for("rematch or quit >").await;
    north.say("rematch").await;
    south.wait_for("offers a rematch").await;
    south.say("rematch").await;
    south.wait_for("You are North.").await;
    let introduction = north.wait_for("You are South.").await;
    assert!(!introduction.contains(&code), "{introduction}");
    north.say("quit").await;
    north.wait_for("The game goes on. Come back with: ikibuguzo --server").await;
    assert_eq!(north.end().await.0, Some(0));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_mistake_is_explained_and_the_game_goes_on() {
    let server = Server::start().await;
    let ([mut south, mut north], _watcher, _) = three_terminals(&server).await;
    south.wait_for("your turn: N (Enter plays it) >").await;
    north.wait_for("South is to move >").await;
    for (line, why) in [
        ("resing", "? lists what you can type"),
        ("B", "(illegal_action)"),
        ("first", "(already_arranged)"),
        ("accept", "nobody has offered you anything"),
    ] {
        south.say(line).await;
        south.wait_for(why).await;
    }
    north.say("a").await;
    north.wait_for("(not_your_turn)").await;
    south.say("?").await;
    south.wait_for("resign       give the game up").await;
    south.say("").await;
    south.wait_for("South sows N: 3 counters.").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_restarted_server_is_found_again() {
    let server = Server::start().await;
    let ([mut south, mut north], mut watcher, code) = three_terminals(&server).await;
    south.wait_for("your turn: N (Enter plays it) >").await;
    let server = server.restart().await;
    for terminal in [&mut south, &mut north, &mut watcher] {
        terminal.wait_for("Connection lost").await;
        terminal.wait_for("The connection is back.").await;
    }
    south.say("N").await;
    watcher.wait_for("South sows N: 3 counters.").await;
    north.wait_for("your turn: h (Enter plays it) >").await;

    // The input's end is a goodbye; who comes back with the code gets the same seat.
    assert_eq!(north.end().await.0, Some(0));
    let mut back = server.run(&["play", &code]);
    back.wait_for("You are North.").await;
    back.wait_for("your turn: h (Enter plays it) >").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn forced_turns_play_themselves_where_that_is_wanted() {
    let server = Server::start().await;
    let mut south = server.run(&["play", "--new", "--starts", "me", "--rules", "njombwa", "--auto-forced"]);
    let invitation = south.wait_for("Invite somebody").await;
    let code = invitation.split(' ').next_back().expect("a code").to_owned();
    let mut north = server.run(&["play", &code, "--auto-forced"]);
    // Twenty turns of the walk, two of the spread.
    south.wait_for("your turn: A, C, D, F, G, I, J, L, M or O >").await;
    assert_eq!(told(&south.output).len(), 22);
    north.wait_for("North sows a: 29 counters, relay from n, p, b, e, h and k.").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn little_time_is_told_once_a_turn_to_whoever_is_to_move() {
    let server = Server::start().await;
    let rules = ["--rules", "kubuguza", "--clock", "delay:15+180"];
    let mut south = server.run(&[&["play", "--new", "--starts", "me"], &rules[..]].concat());
    let invitation = south.wait_for("Invite somebody").await;
    let code = invitation.split(' ').next_back().expect("a code").to_owned();
    let mut north = server.run(&["play", &code]);
    south.wait_for("you), 0:15 left, to move").await;
    south.wait_for("You have 15 seconds left.").await;
    south.wait_for("your turn: ").await;
    north.wait_for("South is to move >").await;
    assert!(!north.output.contains("seconds left"), "{}", north.output);
    south.say("board").await;
    south.wait_for("your turn: ").await;
    assert_eq!(south.output.matches("You have").count(), 1, "{}", south.output);
    south.say("N").await;
    north.wait_for("You have 15 seconds left.").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn azigo_fits_80_columns_and_shows_the_own_store_alone() {
    let server = Server::start().await;
    let mut south = server.run(&["play", "--new", "--starts", "me", "--rules", "azigo"]);
    let invitation = south.wait_for("Invite somebody").await;
    let code = invitation.split(' ').next_back().expect("a code").to_owned();
    let mut north = server.run(&["play", &code]);
    let mut watcher = server.run(&["watch", &code]);
    south.wait_for("your turn: A, B, C, D, E, F, G, H or * >").await;
    south.say("*").await;
    south.wait_for("South enters the store along the own row: 9 counters.").await;
    north.wait_for("your turn").await;
    north.say("resign").await;
    north.say("yes").await;
    for terminal in [&mut south, &mut north, &mut watcher] {
        terminal.wait_for("South wins: the other side gave up.").await;
        assert!(terminal.output.lines().all(|line| line.chars().count() <= 80), "{}", terminal.output);
        assert!(terminal.output.contains(", store: concealed"), "{}", terminal.output);
        // When it is over, everybody sees all.
        assert!(terminal.output.rfind(", store: 9") > terminal.output.rfind(", store: concealed"));
    }
    assert!(south.output.contains("you), store: 9, to move"), "{}", south.output);
    assert!(!watcher.output.split("gave up").next().expect("before").contains("* or"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_typed_last_is_done_before_one_leaves() {
    let server = Server::start().await;
    let ([mut south, _north], mut watcher, _) = three_terminals(&server).await;
    south.wait_for("your turn: N (Enter plays it) >").await;
    south.say("say the last word").await;
    assert_eq!(south.end().await.0, Some(0));
    watcher.wait_for("says: the last word").await;
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ctrl_c_leaves_the_game_as_it_is() {
    let server = Server::start().await;
    let ([mut south, _north], _watcher, _) = three_terminals(&server).await;
    south.wait_for("your turn: N (Enter plays it) >").await;
    let process = south.process().to_string();
    let killed = std::process::Command::new("kill").args(["-INT", &process]).status().expect("kill");
    assert!(killed.success());
    south.wait_for("Come back with").await;
    assert_eq!(south.end().await.0, Some(130));
}
