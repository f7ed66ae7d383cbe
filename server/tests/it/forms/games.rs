//! Whole games.

use fastrand::Rng;
use ikibuguzo_engine::{Ruleset, Seat};
use ikibuguzo_protocol::EventKind;
use ikibuguzo_testing::form_page::refresh_of;
use ikibuguzo_testing::{Bot, FULL_TESTS, FormBrowser, TestServer};

use super::{MAX_ACTIONS, begin, begin_pair, is_due, is_over, play};

/// Plays one after the other until the game is over.
async fn play_to_end(players: &mut [FormBrowser], rng: &mut Rng) {
    for _ in 0..MAX_ACTIONS {
        for player in players.iter_mut() {
            player.reload().await;
        }
        let Some(player) = players.iter_mut().find(|player| is_due(player)) else { break };
        play(player, rng).await;
    }
    if !is_over(&players[0]) {
        players[0].press("type", "resign").await;
    }
    for player in players {
        player.reload().await;
        assert!(is_over(player), "{}", player.page);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whole_games_are_played_against_the_computer() {
    let server = TestServer::start().await;
    let mut rng = Rng::with_seed(50);
    // The other rulesets differ in nothing that a page shows in another way.
    let is_full = std::env::var_os(FULL_TESTS).is_some();
    let rulesets = if is_full { Ruleset::ALL } else { &Ruleset::STANDARD };
    for rules in rulesets.iter().map(ToString::to_string) {
        let mut me =
            begin(&server, "computer", &[("rules", &rules), ("level", "bot:1"), ("starts", "me")]).await;
        for _ in 0..MAX_ACTIONS {
            me.wait_until("the computer's turn", |me| is_due(me) || is_over(me)).await;
            if is_over(&me) {
                break;
            }
            play(&mut me, &mut rng).await;
        }
        if !is_over(&me) {
            me.press("type", "resign").await;
        }
        assert!(
            me.page.contains("You won") || me.page.contains("You lost") || me.page.contains("A draw"),
            "{}",
            me.page
        );
        let events = server.http.events(me.game(), 0).await.events;
        assert!(events.iter().any(|event| matches!(event.kind, EventKind::Acted { .. })), "{rules}");
    }
}

#[tokio::test]
async fn two_people_play_every_game_to_its_end() {
    let server = TestServer::start().await;
    let mut rng = Rng::with_seed(51);
    for rules in Ruleset::STANDARD.map(|rules| rules.to_string()) {
        let mut players = begin_pair(&server, &rules).await;
        assert!(players[1].page.contains("You play as"), "{rules}: the guest has become a player");
        play_to_end(&mut players, &mut rng).await;
    }
}

#[tokio::test]
async fn a_rematch_is_offered_and_accepted() {
    let server = TestServer::start().await;
    let [mut maker, mut guest] = begin_pair(&server, "kubuguza").await;
    maker.reload().await;
    maker.press("type", "resign").await;
    guest.reload().await;
    guest.press("type", "offer_rematch").await;
    assert!(guest.page.contains("You have offered a rematch."), "{}", guest.page);
    maker.reload().await;
    maker.press("accept", "true").await;
    let finished = maker.game();
    for player in [&mut maker, &mut guest] {
        player.reload().await;
        let (_, rest) =
            player.page.split_once("class=\"button primary\" href=\"").expect("a link to the rematch");
        let path = rest.split('"').next().expect("a path").to_owned();
        player.open(&path).await;
        assert_ne!(player.game(), finished);
    }
    assert!(is_due(&guest) && !is_due(&maker), "the seats are swapped");
}

#[tokio::test]
async fn offers_and_words_reach_the_other_player() {
    let server = TestServer::start().await;
    let [mut maker, mut guest] = begin_pair(&server, "kubuguza").await;
    maker.reload().await;
    play(&mut maker, &mut Rng::with_seed(1)).await;
    let say = maker.find_form("type", "offer_takeback").expect("a form");
    maker.send(&say.action, &say.pressed("type", "offer_takeback")).await;
    guest.reload().await;
    assert!(guest.page.contains("South asks to take back a turn."), "{}", guest.page);
    guest.press("accept", "true").await;
    assert!(guest.page.contains("A turn was taken back."), "{}", guest.page);
    maker.reload().await;
    let say = maker.form_of("say").expect("a form").with("text", "Muraho <b>& </b>");
    maker.send(&say.action, &say.pressed("", "")).await;
    guest.reload().await;
    assert!(guest.page.contains("South says: Muraho &lt;b&gt;&amp; &lt;/b&gt;"), "{}", guest.page);
    maker.press("type", "offer_draw").await;
    guest.reload().await;
    assert!(refresh_of(&guest.page).is_some(), "the game may go on while a question is open");
    guest.press("accept", "true").await;
    assert!(is_over(&guest) && guest.page.contains("A draw"), "{}", guest.page);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_player_uses_forms_and_the_other_a_socket() {
    let server = TestServer::start().await;
    let mut maker = begin(&server, "friend", &[("rules", "ikibuguzo:choice"), ("starts", "me")]).await;
    let guest = server.http.create_guest().await;
    server.http.join_game(&guest, maker.game()).await.expect("a seat");
    let other = Bot::new(server.address, maker.game(), 7).seated(Seat::North, &guest).play_to_end();
    let other = tokio::spawn(other);
    let mut rng = Rng::with_seed(52);
    for _ in 0..MAX_ACTIONS {
        maker.wait_until("the other's turn", |maker| is_due(maker) || is_over(maker)).await;
        if is_over(&maker) {
            break;
        }
        play(&mut maker, &mut rng).await;
    }
    if !is_over(&maker) {
        maker.press("type", "resign").await;
    }
    let seen = other.await.expect("no panic");
    assert_eq!(maker.page.contains("You won"), seen.outcome.winner.map(|seat| *seat) == Some(Seat::South));
}
