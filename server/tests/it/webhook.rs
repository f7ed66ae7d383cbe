//! The operator's webhook: signed news of public games, sent again until they are taken, also through a restart.

use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::post;
use ikibuguzo_protocol::NewGame;
use ikibuguzo_server::webhook::Webhook;
use ikibuguzo_testing::{TestServer, new_game, resign, within};
use ring::hmac;
use serde_json::Value;
use tokio::net::TcpListener;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

const SECRET: &str = "a secret of the operator";

/// The statuses of the next answers; then `204`.
type Answers = Arc<Mutex<Vec<StatusCode>>>;

/// The operator's program.
struct Program {
    webhook: Webhook,
    news: UnboundedReceiver<Value>,
    answers: Answers,
}

impl Program {
    async fn start() -> Self {
        let (sender, news) = unbounded_channel();
        let answers = Answers::default();
        let routes = Router::new().route("/hook", post(receive)).with_state((sender, Arc::clone(&answers)));
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let url = format!("http://{}/hook", listener.local_addr().expect("its address"));
        tokio::spawn(async move { axum::serve(listener, routes).await });
        let webhook = Webhook::new(&url, Some(SECRET)).expect("a webhook");
        Self { webhook, news, answers }
    }

    /// The next news: the event, and the id of the game.
    async fn next(&mut self) -> (String, String) {
        let news = within("news", self.news.recv()).await.expect("news");
        let text = |value: &Value| value.as_str().expect("a text").to_owned();
        (text(&news["event"]), text(&news["game"]["game"]))
    }
}

async fn receive(
    State((sender, answers)): State<(UnboundedSender<Value>, Answers)>,
    headers: HeaderMap,
    body: Bytes,
) -> StatusCode {
    let signature = headers["ikibuguzo-signature"].to_str().expect("text");
    let (time, digits) = signature.strip_prefix("t=").and_then(|it| it.split_once(",v1=")).expect("both");
    let bytes: Vec<u8> = (0..digits.len() / 2)
        .map(|index| u8::from_str_radix(&digits[2 * index..2 * index + 2], 16).expect("hexadecimal"))
        .collect();
    let signed = [format!("{time}.").as_bytes(), &body].concat();
    let key = hmac::Key::new(hmac::HMAC_SHA256, SECRET.as_bytes());
    hmac::verify(&key, &signed, &bytes).expect("signed with the secret");
    let _ = sender.send(serde_json::from_slice(&body).expect("JSON"));
    let mut answers = answers.lock().expect("the answers");
    if answers.is_empty() { StatusCode::NO_CONTENT } else { answers.remove(0) }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_webhook_is_sent_public_games_until_it_answers() {
    let mut program = Program::start().await;
    let server = TestServer::start_with_webhook(program.webhook.clone()).await;
    let players = [server.http.create_guest().await, server.http.create_guest().await];
    // The first look notes where the news begin.
    let begun = async || server.database().count("webhook_cursor").await == 2;
    ikibuguzo_testing::eventually("the beginning", begun).await;
    let public = || NewGame { public: true, ..new_game("kubuguza", "none") };
    server.http.create_game(&players[0], &new_game("kubuguza", "none")).await.expect("a private game");
    let game = server.http.create_game(&players[0], &public()).await.expect("a game").game;
    program.answers.lock().expect("the answers").push(StatusCode::INTERNAL_SERVER_ERROR);
    let report = ("open_game".to_owned(), game.to_string());
    assert_eq!([program.next().await, program.next().await], [report.clone(), report]);
    let server = server.restart().await;
    server.http.join_game(&players[1], game).await.expect("a seat");
    server.command(&players[0], &resign(game)).await.expect("resigned");
    assert_eq!(program.next().await, ("game_over".to_owned(), game.to_string()));
    let next = server.http.create_game(&players[1], &public()).await.expect("a game").game;
    assert_eq!(program.next().await, ("open_game".to_owned(), next.to_string()), "nothing comes twice");
}
