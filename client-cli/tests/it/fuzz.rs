//! Random keys and sizes on a real terminal: nothing panics, and the terminal is given back.

use fastrand::Rng;

use crate::support::{Pty, Server};

/// Keys that are pressed at random. None of them leaves, stops or suspends the program.
const KEYS: [&str; 44] = [
    "\x1b[A",
    "\x1b[B",
    "\x1b[C",
    "\x1b[D",
    "\x1b[H",
    "\x1b[F",
    "\x1b[5~",
    "\x1b[6~",
    "\x1b[Z",
    "\r",
    "\t",
    "\x7f",
    " ",
    ".",
    "<",
    "*",
    ">",
    "-",
    "?",
    ":",
    "/",
    "a",
    "b",
    "f",
    "g",
    "G",
    "h",
    "j",
    "k",
    "l",
    "n",
    "r",
    "t",
    "v",
    "w",
    "W",
    "y",
    "1",
    "2",
    "A",
    "N",
    "é",
    "\x1b[<0;12;7M",
    "\x1b[200~pasted 七\n\x1b[201~",
];

/// Presses this many random keys and changes the size now and then. The program reads all of it before it is interrupted.
fn press_at_random(program: &mut Pty, rng: &mut Rng, count: usize) {
    for _ in 0..count {
        match rng.u8(..20) {
            0 => program.resize(rng.u16(1..70), rng.u16(1..220)),
            _ => program.press(KEYS[rng.usize(..KEYS.len())]),
        }
    }
    program.resize(24, 80);
}

fn assert_gives_the_terminal_back(mut program: Pty, seed: u64) {
    program.press("\x03");
    program.wait_until_restored();
    let (status, screen) = program.end();
    assert!(!screen.contains("panicked"), "seed {seed}: {screen}");
    assert_eq!(status, 130, "seed {seed}: {screen}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn random_keys_at_a_table() {
    let server = Server::start().await;
    for (seed, rules) in (0..).zip(["ikibuguzo", "kubuguza", "njombwa:10", "azigo", "azigo:own-row"]) {
        let offline = ["play", "--offline", "--tui", "--seed", "7", "--rules", rules, "--opponent"];
        let opponent = if seed % 2 == 0 { "Amina" } else { "bot:1" };
        let mut table = server.run_on_terminal(&[&offline[..], &[opponent]].concat(), (24, 80));
        table.wait_for("Game ");
        press_at_random(&mut table, &mut Rng::with_seed(seed), 300);
        assert_gives_the_terminal_back(table, seed);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn random_keys_in_the_lobby() {
    let server = Server::start().await;
    for seed in 0..4 {
        let mut lobby = server.run_on_terminal(&[], (24, 80));
        lobby.wait_for("[Open]");
        press_at_random(&mut lobby, &mut Rng::with_seed(seed), 300);
        assert_gives_the_terminal_back(lobby, seed);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn random_keys_at_a_wall() {
    let server = Server::start().await;
    for seed in 0..2 {
        let mut wall = server.run_on_terminal(&["watch", "05cdv44x7ekv", "15cdv44x7ekv"], (24, 80));
        wall.wait_for("Enter or a digit enlarges");
        press_at_random(&mut wall, &mut Rng::with_seed(seed), 100);
        assert_gives_the_terminal_back(wall, seed);
    }
}
