//! Requests that fail, against a fake server.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::thread::{JoinHandle, spawn};

use ikibuguzo_testing::new_game;
use tokio::time::Instant;

use super::*;

/// A server that gives these answers in turn and then ends; an empty answer closes the connection. Returns the bodies
/// of the requests.
fn start_server(answers: &'static [&'static str]) -> (ApiClient, JoinHandle<Vec<String>>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("its address").to_string();
    let answer_one = move |answer: &&str| {
        let (stream, _) = listener.accept().expect("a connection");
        let mut reader = BufReader::new(stream);
        let mut length = 0;
        loop {
            let mut line = String::new();
            reader.read_line(&mut line).expect("a line");
            if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
                length = value.trim().parse().expect("a length");
            }
            if line == "\r\n" {
                break;
            }
        }
        let mut body = vec![0; length];
        reader.read_exact(&mut body).expect("the body");
        reader.into_inner().write_all(answer.as_bytes()).expect("sent");
        String::from_utf8(body).expect("text")
    };
    let task = spawn(move || answers.iter().map(answer_one).collect());
    (ApiClient::new(address.parse().expect("an address")), task)
}

const BAD_GATEWAY: &str = "HTTP/1.1 502 Bad Gateway\r\nConnection: close\r\nContent-Length: 2\r\n\r\nno";
const RESTARTING: &str = "HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nRetry-After: 1\r\n\
    Content-Length: 2\r\n\r\nno";
const CREATED: &str = "HTTP/1.1 201 Created\r\nConnection: close\r\nContent-Length: 38\r\n\r\n\
    {\"game\":\"05cdv44x7ekv\",\"seat\":\"south\"}";

fn token() -> Token {
    "94whc8tn6cbrqsq5qpyxyj5gkpdnfdy01xq915jmh3mff4wg2y2d".parse().expect("a token")
}

fn create_game(api: &ApiClient) -> Result<SeatAssignment> {
    let new = NewGame { id: "once".parse().expect("an id"), ..new_game("kubuguza", "none") };
    api.create_game(&token(), &new)
}

#[test]
fn a_request_is_sent_again_with_the_same_id() {
    let (api, server) = start_server(&[BAD_GATEWAY, "", CREATED]);
    create_game(&api).expect("created at the third attempt");
    let bodies = server.join().expect("it ran");
    assert!(bodies[0].contains("once") && bodies[1] == bodies[0] && bodies[2] == bodies[0], "{bodies:?}");
}

#[test]
fn the_third_attempt_is_the_last_one() {
    let (api, server) = start_server(&[BAD_GATEWAY; 3]);
    let error = create_game(&api).expect_err("no server");
    assert!(error.to_string().contains("status 502"), "{error}");
    assert_eq!(server.join().expect("it ran").len(), 3);
}

#[test]
fn the_delay_is_the_one_that_the_server_asks_for() {
    let (api, server) = start_server(&[RESTARTING, CREATED]);
    let began = Instant::now();
    create_game(&api).expect("created at the second attempt");
    assert!(began.elapsed() >= Duration::from_secs(1));
    server.join().expect("it ran");
}

#[test]
fn a_request_with_a_passphrase_is_not_repeated() {
    let (api, server) = start_server(&[BAD_GATEWAY]);
    let sign_in = SignIn {
        name: "Amina".parse().expect("a name"),
        passphrase: "four words and a comma".parse().expect("a passphrase"),
    };
    api.sign_in(&sign_in).expect_err("no server");
    server.join().expect("one request");
}
