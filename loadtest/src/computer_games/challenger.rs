//! A player of the tool, who plays one game after another against a computer player.

use std::net::SocketAddr;
use std::rc::Rc;

use anyhow::{Context, Result};
use fastrand::Rng;
use ikibuguzo_protocol::{ClientMessage, FirstTurn, NewGame, SeatAssignment, Text, Token};

use crate::args::ComputersOptions;
use crate::clock;
use crate::computer_games::computer_game::ComputerGame;
use crate::computer_games::computers_state::ComputersState;
use crate::net::api::ApiClient;
use crate::net::socket::Socket;

/// A player of the tool, who plays one game after another against a computer player.
#[derive(Debug)]
pub struct Challenger {
    /// The state that all games share.
    pub run: Rc<ComputersState>,
    /// The games.
    pub options: ComputersOptions,
    /// The number of this player, from 0.
    pub number: usize,
    /// The address of its node.
    pub address: SocketAddr,
    /// The HTTP client of its node.
    pub api: ApiClient,
    /// The token of the player.
    pub token: Token,
    /// The source of first turns, arrangements and the seeds of its actions.
    pub rng: Rng,
}

impl Challenger {
    /// Plays until the run is stopped and no answer is awaited. An earlier end is an error.
    pub async fn run(mut self) {
        if let Err(error) = self.play_games().await {
            self.run.stats.record_error(&format_args!("a game against a computer player: {error:#}"));
        }
    }

    async fn play_games(&mut self) -> Result<()> {
        for number in 0.. {
            if self.run.is_stopped() {
                break;
            }
            // One socket per game: the server limits how many messages other than moves a socket may send.
            let socket = Socket::connect(self.address, Some(&self.token)).await?;
            let assignment = self.create_computer_game(number).await?;
            let run = Rc::clone(&self.run);
            let level = self.options.opponent_level;
            let mut game = ComputerGame::new(run, &assignment, level, self.rng.fork());
            self.play(&mut game, socket).await.with_context(|| assignment.game.to_string())?;
        }
        Ok(())
    }

    async fn create_computer_game(&mut self, number: usize) -> Result<SeatAssignment> {
        let rules = &self.options.rules;
        let new = NewGame {
            id: format!("new{number}").parse()?,
            rules: Text(rules[(self.number + number) % rules.len()]),
            starts: if self.rng.bool() { FirstTurn::Me } else { FirstTurn::Opponent },
            public: false,
            clock: Text(self.options.clock),
            rated: false,
            opponent: Some(Text(self.options.level.into())),
            open_for: None,
        };
        let assignment = self.api.create_game(&self.token, &new).await?;
        self.run.record_game();
        Ok(assignment)
    }

    /// Plays a game until it is over, or the run is stopped and no answer is awaited.
    async fn play(&self, game: &mut ComputerGame, mut socket: Socket) -> Result<()> {
        send(&mut socket, &game.join_message()).await?;
        while !game.is_over() {
            let text = tokio::select! {
                text = socket.next() => text?,
                () = self.run.wait_for_stop(), if !game.awaits_answer() => return Ok(()),
            };
            game.handle(&text, clock::now())?;
            if let Some(reply) = game.reply().await? {
                game.record_reply(&reply, clock::now());
                send(&mut socket, &reply).await?;
            }
        }
        Ok(())
    }
}

async fn send(socket: &mut Socket, message: &ClientMessage) -> Result<()> {
    socket.feed(message.to_json()).await?;
    socket.flush().await
}
