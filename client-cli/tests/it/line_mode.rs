//! Line mode with three terminals: two players and a spectator.

use fastrand::Rng;

use crate::support::{Server, Terminal};

/// Two players who have arranged their counters, a spectator, and the code of their game.
async fn three_terminals(server: &Server) -> ([Terminal; 2], Terminal, String) {
    let mut south = server.run(&["play", "--new", "--starts", "me"]);
    let code = game_code(&mut south).await;
    let mut north = server.run(&["play", &code]);
    let mut spectator = server.run(&["watch", &code]);
    spectator.wait_for("You watch").await;
    for (player, array) in [(&mut south, "first"), (&mut north, "second")] {
        player.wait_for("arrange your counters: first or second >").await;
        player.type_line(array).await;
    }
    ([south, north], spectator, code)
}

/// The code in the invitation that a new game prints.
async fn game_code(player: &mut Terminal) -> String {
    let invitation = player.wait_for("In a terminal").await;
    invitation.split(' ').next_back().expect("a code").to_owned()
}

/// Plays random actions until the game is over. Returns how many it has played.
async fn play(terminal: &mut Terminal, rng: &mut Rng) -> usize {
    let mut action_count = 0;
    while let Some(line) = terminal.next_line().await {
        if line.starts_with("rematch or quit") {
            return action_count;
        }
        if let Some(legal) = line.strip_prefix("your turn: ") {
            let legal = legal.trim_end_matches(" >").trim_end_matches(" (Enter plays it)");
            let actions: Vec<&str> = legal.split(", ").flat_map(|part| part.split(" or ")).collect();
            let action = *rng.choice(&actions).expect("the seat to move can act");
            terminal.type_line(action).await;
            action_count += 1;
        }
    }
    panic!("the game never ended:\n{}", terminal.output);
}

/// The sentences for the actions in an output.
fn action_sentences(output: &str) -> Vec<&str> {
    let is_sentence = |line: &&str| {
        ["South sows", "North sows", "South leaves", "North leaves"]
            .iter()
            .any(|words| line.starts_with(words))
    };
    output.lines().filter(is_sentence).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_players_play_a_whole_game_and_a_spectator_sees_all_of_it() {
    let server = Server::start().await;
    let ([mut south, mut north], mut spectator, code) = three_terminals(&server).await;
    let mut south_rng = Rng::with_seed(7);
    let mut north_rng = Rng::with_seed(8);
    let (south_count, north_count) =
        tokio::join!(play(&mut south, &mut south_rng), play(&mut north, &mut north_rng));
    let end = spectator.wait_for("wins: ").await;
    let (status, seen, _) = spectator.end().await;
    assert_eq!(status, Some(0), "without input, a spectator's client ends with the game");
    assert!(south.output.contains(&end) && north.output.contains(&end), "{end}");
    assert_eq!(action_sentences(&south.output).len(), south_count + north_count);
    assert_eq!(action_sentences(&south.output), action_sentences(&north.output));
    assert_eq!(action_sentences(&south.output), action_sentences(&seen));
    assert!(seen.contains("Revealed: South's first array, North's second array."), "{seen}");

    let (status, list, _) = server.run(&["games"]).end().await;
    assert_eq!(status, Some(0));
    assert!(list.starts_with("CODE ") && list.contains("won (") && list.lines().count() == 2, "{list}");
    assert!(list.lines().nth(1).is_some_and(|line| line.starts_with(&code)), "{list}");
    let (_, shown, _) = server.run(&["show", &code]).end().await;
    assert_eq!(action_sentences(&shown), action_sentences(&seen));
    assert!(shown.ends_with(&format!("{end}\n")), "{shown}");
    let (_, record, _) = server.run(&["record", &code]).end().await;
    assert!(record.contains("[Arrays \"first second\"]"), "{record}");
    let mut verify = server.run(&["verify", "-"]);
    verify.type_line(&record).await;
    let (status, output, _) = verify.end().await;
    assert_eq!((status, output.as_str()), (Some(0), "1 good, 0 wrong\n"));
    let log_hash = record.lines().find(|line| line.starts_with("[LogHash ")).expect("the hash of the log");
    for (record, expected) in [
        (record.clone(), "1 good, 0 wrong\n"),
        (record.replace(log_hash, &format!("[LogHash \"{}\"]", "0".repeat(64))), "the hash of entry "),
    ] {
        let mut verify = server.run(&["verify", "--log", "-"]);
        verify.type_line(&record).await;
        let (_, output, _) = verify.end().await;
        assert!(output.contains(expected), "{output}");
    }
    let mut verify = server.run(&["verify", "--log", "-"]);
    verify.type_line(format!("{}\n{record}", record.replace(&code, "000000000000"))).await;
    let (status, output, errors) = verify.end().await;
    assert_eq!((status, output.lines().last()), (Some(6), Some("1 good, 1 wrong")), "{output}{errors}");
    assert!(output.contains("game 1, the server refused: "), "{output}");
    let mut verify = server.run(&["verify", "-"]);
    verify.type_line(&record.replacen("2. L", "2. K", 1)).await;
    let (status, output, _) = verify.end().await;
    assert_eq!(status, Some(6), "{output}");
    assert!(output.contains("turn 3: K: your opening turn must sow L"), "{output}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn players_chat_offer_resign_and_start_a_rematch() {
    let server = Server::start().await;
    let ([mut south, mut north], mut spectator, code) = three_terminals(&server).await;
    south.wait_for("your turn: N (Enter plays it) >").await;
    south.type_line("say Mwaramutse!").await;
    north.wait_for("says: Mwaramutse!").await;
    south.type_line("draw").await;
    north.wait_for("a draw is offered: accept or decline").await;
    north.type_line("decline").await;
    south.wait_for("declines the draw").await;
    south.type_line("resign").await;
    south.wait_for("Give the game up? yes or no >").await;
    south.type_line("no").await;
    south.wait_for("You play on.").await;
    for line in ["resign", "yes"] {
        south.type_line(line).await;
    }
    north.wait_for("North wins: the other side gave up.").await;
    north.wait_for("rematch or quit >").await;
    north.type_line("rematch").await;
    south.wait_for("offers a rematch").await;
    south.type_line("rematch").await;
    south.wait_for("You are North.").await;
    let introduction = north.wait_for("You are South.").await;
    assert!(!introduction.contains(&code), "{introduction}");
    spectator.wait_for("The rematch has begun").await;
    let followed = spectator.wait_for("You watch.").await;
    assert!(!followed.contains(&code), "{followed}");
    north.type_line("quit").await;
    north.wait_for("The game goes on. Come back with:").await;
    let command = north.next_line().await.expect("the command");
    assert!(command.starts_with("ikibuguzo --server") && command.contains(" play "), "{command}");
    assert_eq!(north.end().await.0, Some(0));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_mistake_is_explained_and_the_game_goes_on() {
    let server = Server::start().await;
    let ([mut south, mut north], _spectator, _) = three_terminals(&server).await;
    south.wait_for("your turn: N (Enter plays it) >").await;
    north.wait_for("South is to move >").await;
    for (line, why) in [
        ("resing", "? lists what you can type"),
        ("B", "No: your opening turn must sow N"),
        ("first", "No: "),
        ("accept", "nobody has offered you anything"),
    ] {
        south.type_line(line).await;
        south.wait_for(why).await;
    }
    north.type_line("a").await;
    north.wait_for("No: south is to move").await;
    south.type_line("?").await;
    south.wait_for("resign       give the game up").await;
    south.type_line("").await;
    south.wait_for("South sows N: 3 counters.").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn clients_reconnect_to_a_restarted_server() {
    let server = Server::start().await;
    let ([mut south, mut north], mut spectator, code) = three_terminals(&server).await;
    south.wait_for("your turn: N (Enter plays it) >").await;
    let server = server.restart().await;
    for terminal in [&mut south, &mut north, &mut spectator] {
        terminal.wait_for("Connection lost").await;
        terminal.wait_for("The connection is back.").await;
    }
    south.type_line("N").await;
    spectator.wait_for("South sows N: 3 counters.").await;
    north.wait_for("your turn: h (Enter plays it) >").await;

    // The end of the input quits. The same player gets the same seat back with the code.
    assert_eq!(north.end().await.0, Some(0));
    let mut back = server.run(&["play", &code]);
    back.wait_for("You are North.").await;
    back.wait_for("The last turn: South sows N: 3 counters.").await;
    back.wait_for("your turn: h (Enter plays it) >").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn auto_forced_plays_forced_turns_without_asking() {
    let server = Server::start().await;
    let mut south = server.run(&["play", "--new", "--starts", "me", "--rules", "njombwa", "--auto-forced"]);
    let code = game_code(&mut south).await;
    let mut north = server.run(&["play", &code, "--auto-forced"]);
    // Twenty forced turns of the walk, two of the spread.
    south.wait_for("your turn: A, C, D, F, G, I, J, L, M or O >").await;
    assert_eq!(action_sentences(&south.output).len(), 22);
    north.wait_for("North sows a: 29 counters, relay from n, p, b, e, h and k.").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_time_of_the_player_to_move_is_announced_once_a_turn() {
    let server = Server::start().await;
    let rules = ["--rules", "kubuguza", "--clock", "delay:15+180"];
    let mut south = server.run(&[&["play", "--new", "--starts", "me"], &rules[..]].concat());
    let code = game_code(&mut south).await;
    let mut north = server.run(&["play", &code]);
    // No clock runs in the first turn of a seat.
    for (player, action) in [(&mut south, "N"), (&mut north, "i")] {
        player.wait_for("your turn: ").await;
        assert!(!player.output.contains(" left."), "{}", player.output);
        player.type_line(action).await;
    }
    south.wait_for("you), 0:15 left, to move").await;
    south.wait_for("You have 15 seconds left.").await;
    south.wait_for("your turn: ").await;
    let announced = north.wait_for(" has 15 seconds left.").await;
    assert!(announced.starts_with("South ("), "{announced}");
    south.type_line("board").await;
    south.wait_for("your turn: ").await;
    assert_eq!(south.output.matches("You have 15 seconds left.").count(), 1, "{}", south.output);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn azigo_fits_80_columns_and_shows_only_the_viewers_store() {
    let server = Server::start().await;
    let mut south = server.run(&["play", "--new", "--starts", "me", "--rules", "azigo"]);
    let code = game_code(&mut south).await;
    let mut north = server.run(&["play", &code]);
    let mut spectator = server.run(&["watch", &code]);
    spectator.wait_for("You watch").await;
    south.wait_for("your turn: A, B, C, D, E, F, G, H or * >").await;
    south.type_line("*").await;
    south.wait_for("South enters the store along the own row: 9 counters.").await;
    north.wait_for("your turn").await;
    north.type_line("resign").await;
    north.type_line("yes").await;
    for terminal in [&mut south, &mut north, &mut spectator] {
        terminal.wait_for("South wins: the other side gave up.").await;
        assert!(terminal.output.lines().all(|line| line.chars().count() <= 80), "{}", terminal.output);
        assert!(terminal.output.contains(", store: concealed"), "{}", terminal.output);
        // After the end, everybody sees both stores.
        assert!(terminal.output.rfind(", store: 9") > terminal.output.rfind(", store: concealed"));
    }
    assert!(south.output.contains("you), store: 9, to move"), "{}", south.output);
    assert!(!spectator.output.split("gave up").next().expect("before").contains("* or"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_last_command_is_done_before_the_client_quits() {
    let server = Server::start().await;
    let ([mut south, _north], mut spectator, _) = three_terminals(&server).await;
    south.wait_for("your turn: N (Enter plays it) >").await;
    south.type_line("say the last word").await;
    assert_eq!(south.end().await.0, Some(0));
    spectator.wait_for("says: the last word").await;
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ctrl_c_quits_without_ending_the_game() {
    let server = Server::start().await;
    let ([mut south, _north], _spectator, _) = three_terminals(&server).await;
    south.wait_for("your turn: N (Enter plays it) >").await;
    let process_id = south.process_id().to_string();
    let killed = std::process::Command::new("kill").args(["-INT", &process_id]).status().expect("kill");
    assert!(killed.success());
    south.wait_for("Come back with").await;
    assert_eq!(south.end().await.0, Some(130));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_player_whose_input_ends_sees_what_the_last_command_did() {
    let server = Server::start().await;
    for _ in 0..5 {
        let mut south =
            server.run(&["play", "--new", "--starts", "me", "--rules", "kubuguza", "--opponent", "bot:1"]);
        for line in ["N", "resign", "yes"] {
            south.type_line(line).await;
        }
        let (status, output, errors) = south.end().await;
        assert_eq!((status, errors.as_str()), (Some(0), ""));
        assert!(output.contains("North wins: the other side gave up."), "{output}");
    }
}
