//! Forms that are sent twice, too late, or ask for what is not possible.

use std::time::Duration;

use fastrand::Rng;
use ikibuguzo_protocol::{NewGame, Snapshot};
use ikibuguzo_server::net::limits::Limits;
use ikibuguzo_testing::{FormBrowser, TestServer, new_game};

use super::{begin, begin_another, begin_pair, is_due, play, turn_of};

/// The number of events of the game that is shown.
async fn head(server: &TestServer, browser: &FormBrowser) -> u64 {
    server.http.events(browser.game(), 0).await.head
}

#[tokio::test]
async fn a_form_that_is_sent_twice_has_one_effect() {
    let server = TestServer::start().await;
    let [mut maker, _] = begin_pair(&server, "kubuguza").await;
    maker.reload().await;
    let form = turn_of(&maker).expect("a turn");
    let (name, value) = form.buttons[0].clone();
    maker.send(&form.action, &form.pressed(&name, &value)).await;
    let after = head(&server, &maker).await;
    maker.send(&form.action, &form.pressed(&name, &value)).await;
    assert_eq!(head(&server, &maker).await, after);
    assert!(!maker.page.contains("class=\"refused\""), "{}", maker.page);
    let (name, value) = form.buttons[1].clone();
    maker.send(&form.action, &form.pressed(&name, &value)).await;
    assert_eq!(head(&server, &maker).await, after);
    assert!(maker.page.contains("You have sent something else from that page"), "{}", maker.page);
}

#[tokio::test]
async fn a_game_that_is_begun_twice_is_one_game() {
    let server = TestServer::start().await;
    let mut maker = begin(&server, "friend", &[]).await;
    maker.open("/forms").await;
    for way in ["friend", "computer", "anybody"] {
        maker.open("/forms").await;
        let form = maker.find_form("way", way).expect("a form");
        let fields = form.pressed("way", way);
        maker.send(&form.action, &fields).await;
        let first = maker.game();
        maker.send(&form.action, &fields).await;
        assert_eq!(maker.game(), first, "{way}");
    }
}

#[tokio::test]
async fn a_page_that_is_out_of_date_plays_nothing() {
    let server = TestServer::start().await;
    let [mut maker, mut guest] = begin_pair(&server, "kubuguza").await;
    maker.reload().await;
    let stale = turn_of(&maker).expect("a turn");
    play(&mut maker, &mut Rng::with_seed(3)).await;
    guest.reload().await;
    while is_due(&guest) {
        play(&mut guest, &mut Rng::with_seed(4)).await;
    }
    maker.reload().await;
    let before = head(&server, &maker).await;
    let (name, value) = stale.buttons[0].clone();
    let fresh_id = maker.form_of("act").expect("a turn").fields;
    let id = fresh_id.iter().find(|(name, _)| name == "id").expect("an id").1.clone();
    maker.send(&stale.action, &stale.with("id", &id).pressed(&name, &value)).await;
    assert_eq!(head(&server, &maker).await, before);
    assert!(maker.page.contains("The board has changed since you pressed."), "{}", maker.page);
}

#[tokio::test]
async fn a_refusal_says_why() {
    let server = TestServer::start().await;
    let [mut maker, mut guest] = begin_pair(&server, "kubuguza").await;
    maker.reload().await;
    guest.reload().await;
    let act = turn_of(&maker).expect("a turn");
    let key = guest.form_of("say").or_else(|| guest.find_form("type", "resign")).expect("a form");
    let key = key.fields.iter().find(|(name, _)| name == "key").expect("a key").1.clone();
    let (name, value) = act.buttons[0].clone();
    guest.send(&act.action, &act.with("key", &key).pressed(&name, &value)).await;
    assert!(guest.page.contains("It is not your turn."), "{}", guest.page);
    assert!(guest.page.contains("href=\"/errors#not_your_turn\""), "{}", guest.page);
    for (action, why) in [("a", "The rules do not allow that now."), ("zz", "bad action")] {
        maker.reload().await;
        let mut fields = turn_of(&maker).expect("a turn").fields;
        fields.push(("action".to_owned(), action.to_owned()));
        maker.send(&act.action, &fields).await;
        assert!(maker.page.contains(why), "{why}: {}", maker.page);
    }
    let mut stranger = begin(&server, "computer", &[]).await;
    let form = stranger.find_form("type", "resign").expect("a form");
    stranger.send(&maker.path, &form.pressed("type", "resign")).await;
    assert!(stranger.page.contains("You are watching it."), "{}", stranger.page);
    maker.press("type", "resign").await;
    maker.send(&act.action, &act.pressed(&name, &value)).await;
    assert!(maker.page.contains("The game is over."), "{}", maker.page);
}

#[tokio::test]
async fn only_one_of_two_visitors_gets_the_seat() {
    let server = TestServer::start().await;
    let maker = begin(&server, "friend", &[]).await;
    let [mut one, mut other] = [FormBrowser::new(server.address), FormBrowser::new(server.address)];
    for visitor in [&mut one, &mut other] {
        visitor.open(&maker.path).await;
    }
    one.press("type", "sit").await;
    other.press("type", "sit").await;
    assert!(other.page.contains("Somebody else has taken the seat."), "{}", other.page);
}

#[tokio::test]
async fn anybody_is_led_to_the_game_that_waits() {
    let server = TestServer::start().await;
    let options = [("rules", "azigo"), ("clock", "days:3"), ("starts", "random")];
    let maker = begin(&server, "anybody", &options).await;
    let mut other = begin(&server, "anybody", &options).await;
    assert_eq!(other.game(), maker.game());
    assert_eq!(other.cookie, None, "who has not sat down is no player yet");
    other.press("type", "sit").await;
    assert!(other.cookie.is_some() && other.page.contains("You play as"), "{}", other.page);
    let third = begin(&server, "anybody", &options).await;
    assert_ne!(third.game(), maker.game());
    let different = begin(&server, "anybody", &[("rules", "azigo"), ("clock", "days:1")]).await;
    assert_ne!(different.game(), third.game());
}

#[tokio::test]
async fn anybody_is_not_led_to_a_game_that_cannot_be_joined() {
    let server = TestServer::start().await;
    let options = [("rules", "azigo"), ("clock", "days:3"), ("starts", "random")];
    let maker = server.http.create_guest().await;
    let public = NewGame { public: true, ..new_game("azigo", "days:3") };
    let waiting = server.http.create_game(&maker, &public).await.expect("a game").game;
    let mut visitor = begin(&server, "friend", &[]).await;
    let game: Snapshot = server.http.get(&format!("/api/games/{}", visitor.game())).await.expect("a game");
    let players = game.view.expect("a view").players;
    let name = players.south.or(players.north).expect("a player");
    let token = Some(maker.token.reveal());
    let blocked = server.http.send("PUT", &format!("/api/blocks/{name}"), token, None).await;
    assert_eq!(blocked.status(), 204);
    visitor.open("/forms").await;
    begin_another(&mut visitor, "anybody", &options).await;
    assert_ne!(visitor.game(), waiting);
    let stranger = begin(&server, "anybody", &options).await;
    assert_eq!(stranger.game(), waiting, "nothing keeps others from it");
}

#[tokio::test]
async fn an_open_game_is_listed_and_can_be_withdrawn() {
    let server = TestServer::start().await;
    let mut maker = begin(&server, "anybody", &[("rules", "kubuguza")]).await;
    let mut visitor = FormBrowser::new(server.address);
    visitor.open("/forms").await;
    assert!(visitor.page.contains(&format!("href=\"{}\"", maker.path)), "{}", visitor.page);
    maker.press("claim", "abort").await;
    assert!(maker.page.contains("No result:"), "{}", maker.page);
    visitor.open("/forms").await;
    assert!(!visitor.page.contains(&maker.path), "{}", visitor.page);
    let before = maker.game();
    maker.open("/forms").await;
    begin_another(&mut maker, "friend", &[]).await;
    assert_ne!(maker.game(), before);
}

#[tokio::test]
async fn a_game_is_not_claimed_while_the_opponent_may_be_thinking() {
    let server = TestServer::start().await;
    let [mut maker, mut guest] = begin_pair(&server, "kubuguza").await;
    maker.reload().await;
    play(&mut maker, &mut Rng::with_seed(5)).await;
    assert!(maker.form_of("claim").is_none(), "the opponent may still be thinking");
    guest.reload().await;
    let form = maker.find_form("type", "resign").expect("a form");
    let claim =
        [("type", "claim"), ("claim", "abort")].map(|(name, value)| (name.to_owned(), value.to_owned()));
    maker.send(&form.action, &[form.fields, claim.into()].concat()).await;
    assert!(maker.page.contains("Your opponent is there"), "{}", maker.page);
}

#[tokio::test]
async fn a_game_that_the_opponent_has_left_is_claimed() {
    let server = TestServer::start_with(Limits { absence: Duration::ZERO, ..Limits::default() }).await;
    let [mut maker, _guest] = begin_pair(&server, "kubuguza").await;
    maker.reload().await;
    play(&mut maker, &mut Rng::with_seed(5)).await;
    maker.press("claim", "abort").await;
    assert!(maker.page.contains("No result:"), "{}", maker.page);
}

#[tokio::test]
async fn a_player_who_thinks_over_its_page_is_present() {
    let server = TestServer::start_with(Limits { absence: Duration::ZERO, ..Limits::default() }).await;
    let [mut maker, mut guest] = begin_pair(&server, "kubuguza").await;
    maker.reload().await;
    play(&mut maker, &mut Rng::with_seed(5)).await;
    guest.reload().await;
    assert!(is_due(&guest), "{}", guest.page);
    maker.press("claim", "abort").await;
    assert!(maker.page.contains("Your opponent is there"), "{}", maker.page);
}
