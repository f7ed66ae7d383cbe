//! What can be looked up about a game: the position book, its analysis and its record. Requests block.

use std::fs::File;
use std::io::Write;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::thread::sleep;
use std::time::Duration;

use anyhow::{Context, Result};
use ikibuguzo_engine::Record;
use ikibuguzo_game::offline::OfflineGame;
use ikibuguzo_protocol::{Analysis, ErrorCode, GameId, PositionBook, Token};

use crate::connection::api_client::ApiClient;
use crate::exit::{Failure, error_text};
use crate::offline::offline_analysis::analyse;

/// Time between two requests for the state of an analysis.
const POLL_INTERVAL: Duration = Duration::from_secs(1);

/// Largest number of requests for the state of an analysis.
const MAX_POLLS: usize = 300;

/// Largest number of names that are tried for a file.
const MAX_FILES: usize = 100;

/// A question about a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// What was played in the game's position after this many actions.
    Book(u32),
    /// The values of its turns.
    Analysis,
    /// Its record, in a file.
    Export,
}

/// The answer to a question, or a sentence that says why there is none.
#[derive(Debug)]
pub enum Answer {
    /// The book of the position after this many actions.
    Book(u32, Result<Box<PositionBook>, String>),
    /// The analysis, perhaps of the first turns only; more follows.
    Analysis(Result<Box<Analysis>, String>),
    /// The file with the record.
    Exported(Result<PathBuf, String>),
}

/// Where questions are answered.
#[derive(Clone, Debug)]
pub enum References {
    /// A server, perhaps as a player.
    Server(ApiClient, Option<Token>),
    /// This program, for a game without a server.
    Offline(Arc<Mutex<OfflineGame>>),
}

impl References {
    /// Answers a question about a game. An analysis has several answers, until `answer` returns false.
    pub fn answer(&self, game: GameId, question: Question, mut answer: impl FnMut(Answer) -> bool) {
        match question {
            Question::Book(ply) => {
                let book = self.book(game, ply).map(Box::new).map_err(|error| sentence(&error));
                answer(Answer::Book(ply, book));
            }
            Question::Export => {
                answer(Answer::Exported(self.export(game).map_err(|error| sentence(&error))));
            }
            Question::Analysis => {
                let sent = self.analyse(game, |analysis| answer(Answer::Analysis(Ok(Box::new(analysis)))));
                if let Err(error) = sent {
                    answer(Answer::Analysis(Err(sentence(&error))));
                }
            }
        }
    }

    fn book(&self, game: GameId, ply: u32) -> Result<PositionBook> {
        match self {
            Self::Server(api, token) => api.position_book(token.as_ref(), game, ply),
            Self::Offline(_) => Err(anyhow::anyhow!("only a server has a position book")),
        }
    }

    fn analyse(&self, game: GameId, mut send: impl FnMut(Analysis) -> bool) -> Result<()> {
        match self {
            Self::Offline(offline) => analyse(game, &record_of(offline), send),
            Self::Server(api, token) => {
                for _ in 0..MAX_POLLS {
                    let analysis = find_analysis(api, token.as_ref(), game)?;
                    let is_done = analysis.done;
                    if !send(analysis) || is_done {
                        return Ok(());
                    }
                    sleep(POLL_INTERVAL);
                }
                Err(anyhow::anyhow!("the server has not finished the analysis; ask again later"))
            }
        }
    }

    fn record(&self, game: GameId) -> Result<String> {
        match self {
            Self::Server(api, token) => api.record(token.as_ref(), game),
            Self::Offline(offline) => Ok(record_of(offline).to_string()),
        }
    }

    /// Writes the record to a new file in the working folder.
    fn export(&self, game: GameId) -> Result<PathBuf> {
        let record = self.record(game)?;
        for number in 1..=MAX_FILES {
            let number = if number == 1 { String::new() } else { format!("-{number}") };
            let path = PathBuf::from(format!("ikibuguzo-{game}{number}.txt"));
            // No file is overwritten.
            if let Ok(mut file) = File::create_new(&path) {
                file.write_all(record.as_bytes())
                    .with_context(|| format!("cannot write {}", path.display()))?;
                return Ok(path);
            }
        }
        Err(anyhow::anyhow!("cannot write ikibuguzo-{game}.txt"))
    }
}

fn record_of(game: &Mutex<OfflineGame>) -> Record {
    game.lock().expect("no thread panics while it holds the game").room().record()
}

/// The analysis as far as it is computed. A player requests one that nobody has requested; with several servers,
/// another one may have it.
fn find_analysis(api: &ApiClient, token: Option<&Token>, game: GameId) -> Result<Analysis> {
    match (api.analysis(game), token) {
        (Err(error), Some(token)) if is_not_analysed(&error) => api.start_analysis(token, game),
        (result, _) => result,
    }
}

fn is_not_analysed(error: &anyhow::Error) -> bool {
    error.downcast_ref::<Failure>().is_some_and(|failure| failure.code == Some(ErrorCode::NotAnalysed))
}

fn sentence(error: &anyhow::Error) -> String {
    error_text(error, false)
}
