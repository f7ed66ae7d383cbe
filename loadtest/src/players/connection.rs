//! One socket, and all the games that are played or watched over it.

use std::rc::Rc;
use std::time::Instant;

use anyhow::{Context, Result};
use ikibuguzo_protocol::ServerMessage;
use tokio::time::sleep_until;

use crate::clock;
use crate::net::incoming::Incoming;
use crate::net::socket::Socket;
use crate::players::game_index::Routes;
use crate::players::participant::{Chair, Place, World};
use crate::players::send_queue::Post;
use crate::players::wakeups::Bell;

/// A player, or a spectator.
#[derive(Debug)]
pub struct Player {
    world: Rc<World>,
    socket: Socket,
    bell: Rc<Bell>,
    post: Post,
    routes: Routes,
    chairs: Vec<Chair>,
}

impl Player {
    /// Somebody whose socket has said hello, and who sits at these tables.
    pub fn new(world: Rc<World>, socket: Socket, places: Vec<Place>) -> Self {
        let (bell, post, routes) = (Rc::default(), Post::new(clock::now(), places.len()), Routes::default());
        let mut player = Self { world, socket, bell, post, routes, chairs: Vec::new() };
        places.into_iter().for_each(|place| player.sit_down(place));
        player
    }

    fn sit_down(&mut self, place: Place) {
        let number = self.chairs.len();
        let chair = Chair::new(Rc::clone(&self.world), place, Rc::clone(&self.bell), number);
        self.routes.add(chair.game(), number);
        chair.join(&mut self.post);
        self.chairs.push(chair);
    }

    /// Plays until the process has enough of it. Whatever ends it before is an error.
    pub async fn run(mut self) {
        if let Err(error) = self.play().await {
            self.world
                .stats
                .record_error(&format_args!("a socket with {} games: {error:#}", self.chairs.len()));
        }
    }

    /// Whatever has come is read before anything is sent, so that all of it is answered in one go.
    async fn play(&mut self) -> Result<()> {
        loop {
            self.speak().await?;
            tokio::select! {
                biased;
                text = self.socket.next() => self.hear(&text?)?,
                () = self.bell.heard() => {}
                () = reached(self.post.due()) => {}
            }
            while let Some(text) = self.socket.try_next() {
                self.hear(&text?)?;
            }
            while let Some(chair) = self.bell.next() {
                self.chairs[chair].move_if_due(clock::now(), &mut self.post)?;
            }
        }
    }

    async fn speak(&mut self) -> Result<()> {
        let now = clock::now();
        while let Some(text) = self.post.next(now) {
            self.socket.feed(text).await?;
        }
        self.socket.flush().await
    }

    fn hear(&mut self, text: &str) -> Result<()> {
        let (frame, now) = (Incoming::parse(text)?, clock::now());
        let game = frame.game().with_context(|| format!("the server says {text}"))?;
        let number = self.routes.chair(game)?;
        let chair = &mut self.chairs[number];
        if let Incoming::Other(message) = &frame
            && let ServerMessage::Left { game } = **message
        {
            self.routes.remove(game);
        }
        let before = chair.game();
        chair.hear(frame, text, now, &mut self.post)?;
        if chair.game() != before {
            self.routes.add(chair.game(), number);
        }
        chair.move_if_due(now, &mut self.post)
    }
}

/// Until then; for ever if there is no such time.
async fn reached(time: Option<Instant>) {
    match time {
        Some(time) => sleep_until(time.into()).await,
        None => std::future::pending().await,
    }
}
