//! Commands: idempotency, order of answers, rematches and draws.

use std::collections::{HashMap, HashSet};

use ikibuguzo_engine::{Array, GameStart, Ruleset};
use ikibuguzo_protocol::{
    ClientMessage, Credentials, EndReason, ErrorCode, EventKind, FirstTurn, GameId, NewGame, ServerMessage,
    Text,
};
use ikibuguzo_testing::{TestServer, act, arrange, arranged_pair, command_id, new_game, resign, say};

#[tokio::test]
async fn every_command_sent_twice_has_one_effect() {
    let server = TestServer::start().await;
    let (game, [south, _north], [mut first, mut opponent]) = arranged_pair(&server).await;
    let mut second = server.client(Some(&south)).await;
    let commands = [
        act(game, 6, "N"),
        say(game, "Muraho!"),
        ClientMessage::OfferDraw { game, id: command_id() },
        ClientMessage::Resign { game, id: command_id() },
        ClientMessage::OfferRematch { game, id: command_id() },
    ];
    for command in commands {
        let before = server.http.events(game, 0).await.head;
        let seq = first.command(&command).await.expect("acknowledged");
        assert_eq!(seq, before + 1);
        assert_eq!(first.command(&command).await, Ok(seq), "on the same socket");
        assert_eq!(second.command(&command).await, Ok(seq), "on another socket");
        assert_eq!(server.http.command(&south, &command).await.expect("acknowledged"), seq, "over HTTP");
        assert_eq!(server.http.events(game, 0).await.head, seq, "one event");
    }
    opponent
        .command(&ClientMessage::OfferRematch { game, id: command_id() })
        .await
        .expect("the rematch begins");
    let server = server.restart().await;
    let after = server.http.events(game, 0).await;
    let say = after.events.iter().find(|event| matches!(event.kind, EventKind::Said { .. })).expect("said");
    assert_eq!(after.events.iter().filter(|event| event.kind == say.kind).count(), 1);
}

#[tokio::test]
async fn the_first_answer_to_a_command_survives_a_restart() {
    let server = TestServer::start().await;
    let (game, [south, _], [mut socket, _]) = arranged_pair(&server).await;
    let command = act(game, 6, "N");
    let seq = socket.command(&command).await.expect("acknowledged");
    let server = server.restart().await;
    assert_eq!(server.command(&south, &command).await, Ok(seq));
    assert_eq!(server.http.events(game, 0).await.head, seq);
}

#[tokio::test]
async fn a_command_id_with_another_body_is_refused_also_after_a_restart() {
    let mut server = TestServer::start().await;
    let (game, [south, _], [mut socket, _]) = arranged_pair(&server).await;
    let first = act(game, 6, "N");
    let id = first.id().cloned().expect("a command");
    let seq = socket.command(&first).await.expect("acknowledged");
    let others = [
        ClientMessage::Act { game, id: id.clone(), after: 7, action: "N".to_owned() },
        ClientMessage::Resign { game, id: id.clone() },
        ClientMessage::Say { game, id, text: "Muraho!".to_owned() },
    ];
    for _ in 0..2 {
        for other in &others {
            let refused = server.command(&south, other).await.expect_err("refused");
            assert_eq!(refused.code, ErrorCode::CommandIdReused);
            let refused = server.http.command(&south, other).await.expect_err("refused");
            assert_eq!(refused.code, ErrorCode::CommandIdReused);
        }
        assert_eq!(server.http.command(&south, &first).await, Ok(seq));
        server = server.restart().await;
    }
    assert_eq!(server.http.events(game, 0).await.head, seq);
}

#[tokio::test]
async fn a_command_id_that_created_a_game_creates_no_other() {
    let mut server = TestServer::start().await;
    let player = server.http.create_guest().await;
    let new = new_game("kubuguza", "none");
    let created = server.http.create_game(&player, &new).await.expect("created");
    let others = [
        NewGame { rules: Text("azigo".parse().expect("rules")), ..new.clone() },
        NewGame { starts: FirstTurn::Opponent, ..new.clone() },
        NewGame { public: true, ..new.clone() },
        NewGame { clock: Text("days:1".parse().expect("a clock")), ..new.clone() },
    ];
    for _ in 0..2 {
        for other in &others {
            let refused = server.http.create_game(&player, other).await.expect_err("refused");
            assert_eq!(refused.code, ErrorCode::CommandIdReused);
        }
        assert_eq!(server.http.create_game(&player, &new).await, Ok(created.clone()));
        server = server.restart().await;
    }
}

#[tokio::test]
async fn creating_a_game_twice_with_one_command_id_creates_one_game() {
    let server = TestServer::start().await;
    let player = server.http.create_guest().await;
    let rules = Text("ikibuguzo:second".parse().expect("rules"));
    let new = NewGame {
        id: command_id(),
        rules,
        starts: FirstTurn::Random,
        public: true,
        rated: false,
        clock: Text::default(),
        opponent: None,
        open_for: None,
    };
    let created = server.http.create_game(&player, &new).await.expect("created");
    for _ in 0..5 {
        assert_eq!(server.http.create_game(&player, &new).await.expect("found again"), created);
    }
    let other = server.http.create_guest().await;
    let theirs = server.http.create_game(&other, &new).await.expect("ids are unique per player");
    assert_ne!(theirs.game, created.game);
}

#[tokio::test]
async fn a_command_id_of_the_opponent_is_refused() {
    let server = TestServer::start().await;
    let (game, _, [mut south, mut north]) = arranged_pair(&server).await;
    let id = command_id();
    let action = "N".to_owned();
    south.command(&ClientMessage::Act { game, id: id.clone(), after: 6, action }).await.expect("played");
    let again = ClientMessage::Act { game, id, after: 7, action: "n".to_owned() };
    assert_eq!(north.command(&again).await.expect_err("refused").code, ErrorCode::CommandIdTaken);
}

#[tokio::test]
async fn the_ack_comes_before_its_event() {
    let server = TestServer::start().await;
    let (game, _, [mut south, mut north]) = arranged_pair(&server).await;
    let head = south.join(game, None).await.head;
    north.join(game, None).await;
    south.send(&act(game, 6, "N")).await;
    assert!(matches!(south.next().await, ServerMessage::Ack { seq, .. } if seq == head + 1));
    assert_eq!(south.next_event().await.seq, head + 1);
    assert_eq!(north.next_event().await.seq, head + 1);
}

#[tokio::test]
async fn an_ack_comes_before_the_snapshot_of_a_later_join() {
    let server = TestServer::start().await;
    let (game, _, [mut south, mut north]) = arranged_pair(&server).await;
    let head = south.join(game, None).await.head;
    let join = ClientMessage::Join { game, since: Some(head), compact: false };
    south.send_together(&[act(game, 6, "N"), join]).await;
    assert!(matches!(south.next().await, ServerMessage::Ack { seq, .. } if seq == head + 1));
    assert_eq!(south.next_event().await.seq, head + 1);
    let ServerMessage::Game(snapshot) = south.next().await else { panic!("no snapshot") };
    assert_eq!((snapshot.seq, snapshot.head), (head, head + 1));
    assert_eq!(south.next_event().await.seq, head + 1, "the requested event");
    north.send(&say(game, "Yego")).await;
    assert_eq!(south.next_event().await.seq, head + 2, "the next event");
}

/// Starts a game of Kubuguza in which this player sits South.
async fn start_kubuguza(server: &TestServer, south: &Credentials) -> GameId {
    let new = NewGame { public: true, ..new_game("kubuguza", "none") };
    let game = server.http.create_game(south, &new).await.expect("created").game;
    server.http.join_game(&server.http.create_guest().await, game).await.expect("joined");
    game
}

#[tokio::test]
async fn moves_in_many_games_over_one_socket_are_pipelined() {
    let server = TestServer::start().await;
    let south = server.http.create_guest().await;
    let mut socket = server.client(Some(&south)).await;
    let GameStart::Play(begun) = Ruleset::Kubuguza.begin() else { panic!("it has no arrangement") };
    let first = begun.legal_actions()[0].to_string();
    let mut heads = HashMap::new();
    for _ in 0..6 {
        let game = start_kubuguza(&server, &south).await;
        heads.insert(game, socket.join(game, None).await.head);
    }
    for (game, head) in &heads {
        socket.send(&act(*game, *head, &first)).await;
    }
    let mut acknowledged = HashSet::new();
    for _ in 0..2 * heads.len() {
        match socket.next().await {
            ServerMessage::Ack { game, seq, .. } => {
                assert_eq!(seq, heads[&game] + 1);
                assert!(acknowledged.insert(game), "once");
            }
            ServerMessage::Event { game, event } => {
                assert_eq!(event.seq, heads[&game] + 1);
                assert!(acknowledged.contains(&game), "the ack comes before its event");
            }
            other => panic!("unexpected {other:?}"),
        }
    }
    assert_eq!(acknowledged.len(), heads.len());
    socket.send(&ClientMessage::PING).await;
    let ServerMessage::Pong { heads: reported, .. } = socket.next().await else { panic!("no pong") };
    let played: HashMap<_, _> = heads.into_iter().map(|(game, head)| (game, head + 1)).collect();
    assert_eq!(reported.into_iter().collect::<HashMap<_, _>>(), played, "the head of each game");
}

#[tokio::test]
async fn commands_sent_at_once_are_answered_in_order() {
    let server = TestServer::start().await;
    let (game, _, [mut south, _]) = arranged_pair(&server).await;
    let played = act(game, 6, "N");
    let seq = south.command(&played).await.expect("played");
    // More than the server handles at a time.
    for _ in 0..300 {
        south.send(&played).await;
    }
    south.send(&act(game, 6, "N")).await;
    for _ in 0..300 {
        assert!(matches!(south.next().await, ServerMessage::Ack { seq: again, .. } if again == seq));
    }
    match south.next().await {
        ServerMessage::Refused(refusal) => assert_eq!(refusal.code, ErrorCode::WrongPosition),
        other => panic!("unexpected {other:?}"),
    }
}

#[tokio::test]
async fn four_sockets_that_flood_one_game_are_all_answered() {
    const EACH: usize = 300;
    let server = TestServer::start().await;
    let (game, [player, _], [mut first, _]) = arranged_pair(&server).await;
    let played = act(game, 6, "N");
    let seq = first.command(&played).await.expect("played");
    let mut sockets = vec![first];
    for _ in 0..3 {
        sockets.push(server.client(Some(&player)).await);
    }
    for _ in 0..EACH {
        for socket in &mut sockets {
            socket.send(&played).await;
        }
    }
    for socket in &mut sockets {
        for _ in 0..EACH {
            let answer = socket.next().await;
            assert!(
                matches!(answer, ServerMessage::Ack { seq: again, .. } if again == seq),
                "unexpected {answer:?}"
            );
        }
    }
}

#[tokio::test]
async fn a_rematch_swaps_the_seats_and_is_playable() {
    let server = TestServer::start().await;
    let (game, [south, north], [mut a, mut b]) = arranged_pair(&server).await;
    a.command(&resign(game)).await.expect("resigned");
    b.command(&ClientMessage::OfferRematch { game, id: command_id() }).await.expect("offered");
    a.command(&ClientMessage::OfferRematch { game, id: command_id() }).await.expect("begun");
    let events = server.http.events(game, 0).await.events;
    let EventKind::Rematched { rematch } = events.last().expect("events").kind else { panic!("{events:?}") };
    let view = a.join(rematch, None).await.view.expect("a view");
    assert_eq!(view.players.south, Some(north.name));
    assert_eq!(view.players.north, Some(south.name));
    let arrange = arrange(rematch, Array::First);
    a.command(&arrange).await.expect("arranged");
}

#[tokio::test]
async fn a_declined_draw_can_be_offered_again_and_accepted() {
    let server = TestServer::start().await;
    let (game, _, [mut south, mut north]) = arranged_pair(&server).await;
    let offer = |id| ClientMessage::OfferDraw { game, id };
    let answer = |offer, accept| ClientMessage::AnswerDraw { game, id: command_id(), offer, accept };
    let first = south.command(&offer(command_id())).await.expect("offered");
    assert_eq!(south.command(&answer(first, true)).await.expect_err("refused").code, ErrorCode::OwnOffer);
    assert_eq!(
        north.command(&answer(first + 9, true)).await.expect_err("refused").code,
        ErrorCode::StaleOffer
    );
    north.command(&answer(first, false)).await.expect("declined");
    assert_eq!(
        south.command(&offer(command_id())).await.expect_err("too soon").code,
        ErrorCode::AlreadyOffered
    );
    // The position that each action answers came with the action before it.
    let mut after = 6;
    for (ply, action) in ["N", "n", "L", "l", "J", "j"].into_iter().enumerate() {
        let player = if ply % 2 == 0 { &mut south } else { &mut north };
        after = player.command(&act(game, after, action)).await.expect("played");
    }
    let second = south.command(&offer(command_id())).await.expect("offered again");
    assert_eq!(north.command(&answer(first, true)).await.expect_err("stale").code, ErrorCode::StaleOffer);
    north.command(&answer(second, true)).await.expect("agreed");
    let last = server.http.events(game, 0).await.events.pop().expect("events").kind;
    let EventKind::Ended { outcome, .. } = last else { panic!("{last:?}") };
    assert_eq!((outcome.winner, outcome.reason), (None, EndReason::Agreement));
}
