use ikibuguzo_engine::Game;
use ikibuguzo_game::expansion::expand;
use ikibuguzo_game::logged_event::LoggedEvent;
use ikibuguzo_game::positions::{analyse_position, explore, read_line};
use ikibuguzo_game::projection::previews;
use ikibuguzo_game::room::Rejection;
use ikibuguzo_protocol::{
    Analysis, ErrorCode, Event, ExploredPosition, GameId, Preview, Problem, Refusal, Role, parse_message,
};
use serde::Serialize;

use crate::base::Base;
use crate::environment::Environment;
use crate::kept_log::record;
use crate::request::Request;
use crate::running_analysis::RunningAnalysis;
use crate::session::Session;

/// Answers requests in place of a server. It holds the games that were begun.
#[derive(Debug, Default)]
pub struct LocalServer {
    session: Session,
    analysis: Option<RunningAnalysis>,
}

/// The answer to a request, or what is wrong with it.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum Reply<Answer> {
    Answer(Answer),
    Problem(Problem),
}

impl LocalServer {
    /// Answers a request. The answer is a JSON object with either `answer`, or `problem`, which is as the API gives it.
    pub fn answer(&mut self, request: &str, environment: &mut dyn Environment) -> String {
        match parse_message(request) {
            Ok(request) => self.answer_request(request, environment),
            Err(Refusal { code, message, .. }) => reply::<()>(Err(Rejection::new(code, message))),
        }
    }

    fn answer_request(&mut self, request: Request, environment: &mut dyn Environment) -> String {
        match request {
            Request::Explore { base, play } => reply(explored(&base, play.as_deref())),
            Request::Previews { base, role } => reply(base.game().map(|game| previews_for(&game, role))),
            Request::Expand { log, since, role } => reply(expanded(&log, since, role)),
            Request::Analyse { base, nodes } => {
                reply(base.game().map(|game| analyse_position(game.position(), nodes)))
            }
            Request::Begin(new_game) => reply(Ok(self.session.begin(new_game, environment))),
            Request::Receive { message } => reply(Ok(self.session.receive(&message, environment))),
            Request::Think {} => reply(Ok(self.session.think(environment))),
            Request::Resume { game, log } => reply(self.session.resume(game, &log, environment)),
            Request::Record { game, log } => reply(record(game, &log)),
            Request::AnalyseGame { game, base, nodes } => reply(self.analyse_game(game, base, nodes)),
        }
    }

    fn analyse_game(&mut self, game: GameId, base: Base, nodes: u64) -> Result<Analysis, Rejection> {
        let running = self.analysis.take().filter(|running| running.is_of(game, &base, nodes));
        let mut running = running.map_or_else(|| RunningAnalysis::new(game, base, nodes), Ok)?;
        let analysis = running.advance();
        self.analysis = Some(running).filter(|_| !analysis.done);
        Ok(analysis)
    }
}

fn explored(base: &Base, play: Option<&str>) -> Result<ExploredPosition, Rejection> {
    explore(base.game()?, &read_line(play)?)
}

fn expanded(log: &[LoggedEvent], since: u64, viewer: Role) -> Result<Vec<Event>, Rejection> {
    expand(log, since, viewer).map_err(|error| Rejection::new(ErrorCode::BadField, error.to_string()))
}

fn previews_for(game: &Game, viewer: Role) -> Vec<Preview> {
    previews(game.position(), &game.seen_by(viewer.into()).legal)
}

fn reply<Answer: Serialize>(result: Result<Answer, Rejection>) -> String {
    let reply = match result {
        Ok(answer) => Reply::Answer(answer),
        Err(Rejection { code, message }) => Reply::Problem(Problem::new(code, message)),
    };
    serde_json::to_string(&reply).expect("answers have only text keys")
}
