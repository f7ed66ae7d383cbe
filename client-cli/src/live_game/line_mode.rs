//! Line mode: somebody sits at a terminal and plays or watches one game.

use std::time::Duration;

use anyhow::Result;
use ikibuguzo_protocol::{Event, GameId, Happening, Presence, Refusal};
use tokio::sync::mpsc::Receiver;
use tokio::time::{sleep, timeout};

use crate::connection::game_connection::GameConnection;
use crate::connection::game_connection::update::GameUpdate;
use crate::connection::server_address::ServerAddress;
use crate::exit::{Exit, Failure};
use crate::game_view::board::LEGEND;
use crate::game_view::event_text as words;
use crate::game_view::local_game::Table;
use crate::game_view::overview as scene;
use crate::game_view::remaining_time as clock;
use crate::live_game::input::{self, Asked, HELP, Typed};
use crate::terminal::sanitize::sanitize;
use crate::terminal::screen::Screen;

/// How long a leaving player waits for the next word of the server about what was asked last.
const FAREWELL: Duration = Duration::from_secs(5);

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
    connection: GameConnection,
    screen: &'a mut Screen,
    typed: &'a mut Receiver<String>,
    server: &'a ServerAddress,
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
    /// The ply that was played without asking last.
    auto_played: Option<u32>,
    /// After how many turns it was told that there is little time for the next.
    warned: Option<u32>,
    /// The newest `seq` that has been seen, and the newest that an answer has told of.
    seen: u64,
    told: u64,
}

impl<'a> Session<'a> {
    /// A session over this connection.
    pub fn new(
        connection: GameConnection,
        screen: &'a mut Screen,
        typed: &'a mut Receiver<String>,
        server: &'a ServerAddress,
    ) -> Self {
        Self {
            connection,
            screen,
            typed,
            server,
            table: None,
            changed: false,
            resigning: false,
            reading: true,
            legend_shown: false,
            auto_forced: false,
            auto_played: None,
            warned: None,
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
            if !self.connection.has_update() {
                self.show()?;
            }
            let low = self.until_low();
            let ending = tokio::select! {
                update = self.connection.next_update() => self.hear(update)?,
                line = self.typed.recv(), if self.reads() => self.read(line).await?,
                () = sleep(low.unwrap_or_default()), if low.is_some() => None,
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
        let back = format!("ikibuguzo{} {verb} {}", self.server.as_option(), table.game);
        Some(format!("The game goes on. Come back with: {back}"))
    }

    fn hear(&mut self, update: GameUpdate) -> Result<Option<Ending>> {
        match update {
            GameUpdate::Snapshot(snapshot, _) => {
                self.seen = snapshot.seq;
                self.table = Table::new(*snapshot);
                self.changed = true;
                return self.arrived();
            }
            GameUpdate::Event(event, _) => return self.happened(&event),
            GameUpdate::UnknownEvent(seq, _) => {
                self.seen = seq;
                self.screen.write_text("Something happened that this client is too old to tell.")?;
            }
            GameUpdate::Presence(presence, _) => self.came_or_went(presence)?,
            GameUpdate::Deferred(why) => {
                self.screen.write_text(&format!("Not yet: {}; trying again …", sanitize(&why)))?
            }
            GameUpdate::Acknowledged(seq, _) => {
                self.told = seq;
            }
            GameUpdate::Refused(refusal, _) => self.refused(&refusal)?,
            GameUpdate::Disconnected(why) => {
                self.screen
                    .write_text(&format!("Connection lost ({}); trying to get it back …", sanitize(&why)))?;
            }
            GameUpdate::Reconnected => self.screen.write_text("The connection is back.")?,
            GameUpdate::Failed(failure) => return Err(failure.into()),
        }
        Ok(None)
    }

    /// Says where one has come to.
    fn arrived(&mut self) -> Result<Option<Ending>> {
        let Some(table) = &self.table else { return Ok(None) };
        self.screen.write_text(&scene::introduction(table))?;
        let Some(outcome) = table.view.outcome else { return Ok(None) };
        let rematch = table.view.rematch.game;
        self.show_board()?;
        self.screen.write_text(&words::end(outcome))?;
        if let Some(rematch) = rematch {
            self.screen.write_text(&format!("There was a rematch: {rematch}"))?;
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
            self.screen.write_text(&told)?;
        }
        Ok(match event.what {
            Happening::Rematched { rematch } => Some(Ending::Rematch(rematch)),
            Happening::Ended { .. } => self.done(),
            _ => None,
        })
    }

    fn came_or_went(&mut self, presence: Presence) -> Result<()> {
        let Some(table) = &mut self.table else { return Ok(()) };
        let told = words::presence(table.presence.as_ref(), &presence, table);
        table.presence = Some(presence);
        match told.filter(|_| table.view.outcome.is_none()) {
            Some(told) => Ok(self.screen.write_text(&told)?),
            None => Ok(()),
        }
    }

    fn refused(&mut self, Refusal { code, message, .. }: &Refusal) -> Result<()> {
        Ok(self.screen.write_text(&format!("No: {} ({code})", sanitize(message)))?)
    }

    async fn read(&mut self, line: Option<String>) -> Result<Option<Ending>> {
        self.screen.forget_prompt();
        let Some(line) = line else {
            self.reading = false;
            let plays = self.table.as_ref().is_some_and(|table| table.role.seat().is_some());
            return if plays { self.leave().await } else { Ok(None) };
        };
        if std::mem::take(&mut self.resigning) {
            return self.confirm(&line);
        }
        match Typed::from(line.as_str()) {
            Typed::Nothing => self.play_forced()?,
            Typed::Help => self.screen.write_lines(&format!("{HELP}\n{LEGEND}"))?,
            Typed::Board => self.changed = true,
            Typed::Quit => return self.leave().await,
            Typed::Ask(Asked::Resign) if self.could_resign() => self.resigning = true,
            Typed::Ask(asked) => self.ask(asked)?,
        }
        Ok(None)
    }

    /// Whether another line can be answered now. Lines wait while too many commands do.
    fn reads(&self) -> bool {
        self.reading && self.table.is_some() && self.connection.can_send()
    }

    /// Leaves as soon as everything that was asked is answered.
    async fn leave(&mut self) -> Result<Option<Ending>> {
        while !self.connection.is_answered() {
            match timeout(FAREWELL, self.connection.next_update()).await {
                Ok(update) => drop(self.hear(update)?),
                Err(_) => {
                    let message = "the server has not confirmed what you asked for last";
                    return Err(Failure::new(Exit::Unreachable, message).into());
                }
            }
        }
        Ok(Some(Ending::Left))
    }

    fn confirm(&mut self, line: &str) -> Result<Option<Ending>> {
        if line.trim().eq_ignore_ascii_case("yes") {
            self.ask(Asked::Resign)?;
        } else {
            self.screen.write_text("You play on.")?;
        }
        Ok(None)
    }

    fn ask(&mut self, asked: Asked) -> Result<()> {
        let Some(table) = &self.table else { return Ok(()) };
        match input::command(asked, table) {
            Ok(command) => {
                self.connection.send(command);
            }
            Err(why) => self.screen.write_text(&format!("No: {why}"))?,
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
        self.connection.is_answered() && self.seen >= self.told
    }

    fn could_resign(&self) -> bool {
        self.table.as_ref().is_some_and(|table| table.role.seat().is_some() && table.view.outcome.is_none())
    }

    /// Plays what has to be played, if there is no choice.
    fn play_forced(&mut self) -> Result<()> {
        match self.table.as_ref().and_then(Table::forced) {
            Some(action) => self.ask(Asked::Act(action.to_string())),
            None => Ok(()),
        }
    }

    /// The same, but a ply is not tried again by itself: what refused it once may refuse it for ever.
    fn play_forced_once(&mut self) -> Result<()> {
        let ply = self.table.as_ref().and_then(|table| Some(table.view.position.as_ref()?.ply));
        if self.auto_played == ply {
            return Ok(());
        }
        self.auto_played = ply;
        self.play_forced()
    }

    /// Draws what has changed, and asks for what is wanted next, unless what was asked last is still to be told.
    fn show(&mut self) -> Result<()> {
        self.show_board()?;
        self.warn()?;
        if self.auto_forced && self.is_answered() {
            self.play_forced_once()?;
        }
        if !self.is_answered() {
            return Ok(());
        }
        let Some(table) = &self.table else { return Ok(()) };
        let prompt =
            if self.resigning { "Give the game up? yes or no >".to_owned() } else { scene::prompt(table) };
        Ok(self.screen.show_prompt(&prompt)?)
    }

    /// Says once in a turn that there is little time for it.
    fn warn(&mut self) -> Result<()> {
        let Some(left) = self.left_for_my_turn().filter(|left| clock::until_low(*left).is_zero()) else {
            return Ok(());
        };
        self.warned = self.turns();
        Ok(self.screen.write_text(&words::little_time(left))?)
    }

    /// How long until that is to be said; none where there is nothing to say.
    fn until_low(&self) -> Option<Duration> {
        self.left_for_my_turn().map(clock::until_low)
    }

    /// What one has left for one's own turn, in milliseconds, unless there was little of it already.
    fn left_for_my_turn(&self) -> Option<u64> {
        let table = self.table.as_ref().filter(|table| table.my_turn() && self.warned != self.turns())?;
        table.time_left(table.role.seat()?, Some(self.connection.server_time()?))
    }

    fn turns(&self) -> Option<u32> {
        Some(self.table.as_ref()?.view.position.as_ref()?.turns)
    }

    fn show_board(&mut self) -> Result<()> {
        let Some(table) = self.table.as_ref().filter(|_| self.changed) else { return Ok(()) };
        let style = self.screen.style;
        if let Some(drawn) = scene::drawing(table, self.connection.server_time(), style) {
            self.screen.write_lines(&format!("\n{drawn}\n"))?;
            if table.view.position.is_some() && !std::mem::replace(&mut self.legend_shown, true) {
                self.screen.write_text(LEGEND)?;
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
