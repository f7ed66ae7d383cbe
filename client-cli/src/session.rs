//! Line mode: somebody sits at a terminal and plays or watches one game.

use anyhow::Result;
use ikibuguzo_protocol::{Event, GameId, Happening, Refusal};
use tokio::sync::mpsc::Receiver;

use crate::address::Address;
use crate::board::LEGEND;
use crate::input::{self, Asked, HELP, Typed};
use crate::link::{Link, News};
use crate::scene;
use crate::screen::Screen;
use crate::table::Table;
use crate::words;

/// How a session ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The person has left, or there is nothing more to see.
    Left,
    /// The rematch has begun.
    Rematch(GameId),
}

/// One game at a terminal.
pub struct Session<'a> {
    link: Link,
    screen: &'a mut Screen,
    typed: &'a mut Receiver<String>,
    server: &'a Address,
    table: Option<Table>,
    /// The board has changed since it was drawn.
    changed: bool,
    /// `resign` was typed and wants a `yes`.
    resigning: bool,
    /// Standard input has not ended.
    reading: bool,
    legend_shown: bool,
    /// What leaves no choice is played without asking.
    auto_forced: bool,
    /// Commands that are not answered yet.
    unanswered: usize,
    /// The newest `seq` that has been seen, and the newest that an answer has told of.
    seen: u64,
    told: u64,
}

impl<'a> Session<'a> {
    /// A session over this link.
    pub fn new(
        link: Link,
        screen: &'a mut Screen,
        typed: &'a mut Receiver<String>,
        server: &'a Address,
    ) -> Self {
        Self {
            link,
            screen,
            typed,
            server,
            table: None,
            changed: false,
            resigning: false,
            reading: true,
            legend_shown: false,
            auto_forced: false,
            unanswered: 0,
            seen: 0,
            told: 0,
        }
    }

    /// The same session, which plays by itself what leaves no choice.
    pub fn auto_forced(self, auto_forced: bool) -> Self {
        Self { auto_forced, ..self }
    }

    /// Plays or watches until there is nothing more to do.
    ///
    /// # Errors
    ///
    /// Where the server refuses for good, or the screen cannot be written.
    pub async fn run(&mut self) -> Result<Ending> {
        loop {
            if !self.link.has_more() {
                self.show().await?;
            }
            let ending = tokio::select! {
                news = self.link.next() => self.hear(news)?,
                line = self.typed.recv(), if self.reading && self.table.is_some() => self.read(line).await?,
            };
            if let Some(ending) = ending {
                return Ok(ending);
            }
        }
    }

    /// What to type to come back; none where the game is over.
    pub fn way_back(&self) -> Option<String> {
        let table = self.table.as_ref().filter(|table| table.view.outcome.is_none())?;
        let verb = if table.role.seat().is_some() { "play" } else { "watch" };
        let back = format!("ikibuguzo{} {verb} {}", self.server.option(), table.game);
        Some(format!("The game goes on. Come back with: {back}"))
    }

    fn hear(&mut self, news: News) -> Result<Option<Ending>> {
        match news {
            News::Game(snapshot, _) => {
                self.seen = snapshot.seq;
                self.table = Table::new(*snapshot);
                self.changed = true;
                return self.arrived();
            }
            News::Event(event, _) => return self.happened(&event),
            News::Unknown(_) => self.screen.say("Something happened that this client is too old to tell.")?,
            News::Ack(seq, _) => {
                self.told = seq;
                self.unanswered = self.unanswered.saturating_sub(1);
            }
            News::Refused(refusal, _) => self.refused(&refusal)?,
            News::Lost(why) => {
                self.screen.say(&format!("Connection lost ({why}); trying to get it back …"))?;
            }
            News::Back => self.screen.say("The connection is back.")?,
            News::Failed(failure) => return Err(failure.into()),
        }
        Ok(None)
    }

    /// Says where one has come to.
    fn arrived(&mut self) -> Result<Option<Ending>> {
        let Some(table) = &self.table else { return Ok(None) };
        self.screen.say(&scene::introduction(table))?;
        let Some(outcome) = table.view.outcome else { return Ok(None) };
        let rematch = table.view.rematch.game;
        self.show_board()?;
        self.screen.say(&words::end(outcome))?;
        if let Some(rematch) = rematch {
            self.screen.say(&format!("There was a rematch: {rematch}"))?;
        }
        Ok(self.done())
    }

    fn happened(&mut self, event: &Event) -> Result<Option<Ending>> {
        let Some(table) = &mut self.table else { return Ok(None) };
        self.seen = event.seq;
        let told = words::event(event, table);
        table.apply(event);
        self.changed |= changes_the_scene(&event.what);
        if let Happening::Ended { .. } = event.what {
            self.resigning = false;
            self.show_board()?;
        }
        if let Some(told) = told {
            self.screen.say(&told)?;
        }
        Ok(match event.what {
            Happening::Rematched { rematch } => Some(Ending::Rematch(rematch)),
            Happening::Ended { .. } => self.done(),
            _ => None,
        })
    }

    fn refused(&mut self, Refusal { code, message, .. }: &Refusal) -> Result<()> {
        self.unanswered = self.unanswered.saturating_sub(1);
        Ok(self.screen.say(&format!("No: {message} ({code})"))?)
    }

    async fn read(&mut self, line: Option<String>) -> Result<Option<Ending>> {
        self.screen.typed();
        let Some(line) = line else {
            self.reading = false;
            let plays = self.table.as_ref().is_some_and(|table| table.role.seat().is_some());
            return Ok(plays.then_some(Ending::Left));
        };
        if std::mem::take(&mut self.resigning) {
            return self.confirm(&line).await;
        }
        match Typed::from(line.as_str()) {
            Typed::Nothing => self.play_forced().await?,
            Typed::Help => self.screen.draw(&format!("{HELP}\n{LEGEND}"))?,
            Typed::Board => self.changed = true,
            Typed::Quit => return Ok(Some(Ending::Left)),
            Typed::Ask(Asked::Resign) if self.could_resign() => self.resigning = true,
            Typed::Ask(asked) => self.ask(asked).await?,
        }
        Ok(None)
    }

    async fn confirm(&mut self, line: &str) -> Result<Option<Ending>> {
        if line.trim().eq_ignore_ascii_case("yes") {
            self.ask(Asked::Resign).await?;
        } else {
            self.screen.say("You play on.")?;
        }
        Ok(None)
    }

    async fn ask(&mut self, asked: Asked) -> Result<()> {
        let Some(table) = &self.table else { return Ok(()) };
        match input::command(asked, table) {
            Ok(command) => {
                self.unanswered += 1;
                self.link.send(command).await;
            }
            Err(why) => self.screen.say(&format!("No: {why}"))?,
        }
        Ok(())
    }

    /// A spectator has seen all when the game is over; a player may want a rematch.
    fn done(&self) -> Option<Ending> {
        let table = self.table.as_ref()?;
        let over = table.view.outcome.is_some();
        let nothing_more = table.role.seat().is_none() || table.view.rematch.game.is_some();
        (over && nothing_more).then_some(Ending::Left)
    }

    /// Whether everything that was asked is answered and told.
    fn is_answered(&self) -> bool {
        self.unanswered == 0 && self.seen >= self.told
    }

    fn could_resign(&self) -> bool {
        self.table.as_ref().is_some_and(|table| table.role.seat().is_some() && table.view.outcome.is_none())
    }

    /// Plays what has to be played, if there is no choice.
    async fn play_forced(&mut self) -> Result<()> {
        match self.table.as_ref().and_then(Table::forced) {
            Some(action) => self.ask(Asked::Act(action.to_string())).await,
            None => Ok(()),
        }
    }

    /// Draws what has changed, and asks for what is wanted next, unless what was asked last is still to be told.
    async fn show(&mut self) -> Result<()> {
        self.show_board()?;
        if self.auto_forced && self.is_answered() {
            self.play_forced().await?;
        }
        if !self.is_answered() {
            return Ok(());
        }
        let Some(table) = &self.table else { return Ok(()) };
        let prompt =
            if self.resigning { "Give the game up? yes or no >".to_owned() } else { scene::prompt(table) };
        Ok(self.screen.prompt(&prompt)?)
    }

    fn show_board(&mut self) -> Result<()> {
        let Some(table) = self.table.as_ref().filter(|_| self.changed) else { return Ok(()) };
        let style = self.screen.style;
        if let Some(drawn) = scene::drawing(table, style) {
            self.screen.draw(&format!("\n{drawn}\n"))?;
            if table.view.position.is_some() && !std::mem::replace(&mut self.legend_shown, true) {
                self.screen.say(LEGEND)?;
            }
        }
        self.changed = false;
        Ok(())
    }
}

fn changes_the_scene(what: &Happening) -> bool {
    match what {
        Happening::Seated { arrays_offered, .. } => !arrays_offered.is_empty(),
        // The stores are shown at the end.
        Happening::Ended { stores, .. } => stores.is_some(),
        what => words::shows_a_board(what),
    }
}
