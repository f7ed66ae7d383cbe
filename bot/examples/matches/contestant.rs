//! Players of a match, by their descriptions.

use std::path::Path;
use std::time::Duration;

use fastrand::Rng;
use ikibuguzo_bot::{
    Budget, EndgameTable, EndgameTables, Level, Player, Searcher, SeenGame, Settings, Task, Weights,
};
use ikibuguzo_engine::{Action, Ruleset};

use crate::plain::PlainSearch;
use crate::time_limit::TimeLimit;
use crate::uct::UctSearch;

/// A player of a match, with its budget of one action.
pub(crate) struct Contestant {
    player: Kind,
    nodes: u64,
    time: Option<Duration>,
}

enum Kind {
    Level(Box<Player>),
    Search(Box<SearchPlayer>),
    Plain(PlainSearch),
    Uct(Box<UctSearch>),
}

struct SearchPlayer {
    searcher: Searcher,
    counts_counters_alone: bool,
    /// The largest random change of each weight, in percent.
    variation: i16,
    rng: Rng,
}

impl Contestant {
    /// Reads a description such as `level:3`, `search@20ms`, `search,counters@20ms` or `uct#5000`.
    pub(crate) fn read(text: &str) -> Result<Contestant, String> {
        let wrong = || format!("there is no player {text}");
        if let Some(number) = text.strip_prefix("level:") {
            let level = number.parse().ok().and_then(Level::new).ok_or_else(wrong)?;
            let player = Kind::Level(Box::new(Player::new(level, 1)));
            return Ok(Contestant { player, nodes: u64::MAX, time: None });
        }
        let separator = text.find(['@', '#']).ok_or_else(wrong)?;
        let (kind, budget) = text.split_at(separator);
        let (nodes, time) = match (budget.strip_prefix('#'), budget.strip_prefix('@')) {
            (Some(nodes), _) => (nodes.parse().map_err(|_| wrong())?, None),
            (None, Some(time)) => {
                let milliseconds =
                    time.strip_suffix("ms").and_then(|time| time.parse().ok()).ok_or_else(wrong)?;
                (u64::MAX, Some(Duration::from_millis(milliseconds)))
            }
            (None, None) => return Err(wrong()),
        };
        Ok(Contestant { player: Kind::read(kind).ok_or_else(wrong)?, nodes, time })
    }

    /// Whether the player counts, and so knows the concealed store of its opponent.
    pub(crate) fn counts_stores(&self) -> bool {
        match &self.player {
            Kind::Level(player) => player.level().counts_stores(),
            Kind::Search(_) | Kind::Plain(_) | Kind::Uct(_) => true,
        }
    }

    /// Chooses an action in a position in which it is the player's turn.
    pub(crate) fn choose(&mut self, game: &SeenGame) -> Action {
        let position = game.position();
        let limit = TimeLimit::after(self.time);
        let should_stop = &mut || limit.is_over();
        match &mut self.player {
            Kind::Level(player) => player.choose(game, should_stop).expect("a legal action"),
            Kind::Search(player) => player.choose(game, Budget::of_nodes(self.nodes), should_stop),
            Kind::Plain(search) => search.choose(position, self.nodes, should_stop),
            Kind::Uct(search) => search.choose(position, self.nodes, should_stop),
        }
    }
}

impl SearchPlayer {
    fn choose(&mut self, game: &SeenGame, budget: Budget, should_stop: &mut dyn FnMut() -> bool) -> Action {
        let weights = weights_of(game.position().ruleset(), self.counts_counters_alone);
        let weights = weights.varied(self.variation, &mut self.rng);
        let task = Task { position: game.position(), past: game.past(), weights: &weights, budget };
        let finding = self.searcher.search(task, should_stop);
        finding.expect("a legal action").action
    }
}

fn weights_of(ruleset: Ruleset, counts_counters_alone: bool) -> Weights {
    if counts_counters_alone { Weights::counters_alone() } else { Weights::for_ruleset(ruleset).clone() }
}

impl Kind {
    fn read(text: &str) -> Option<Kind> {
        let mut words = text.split(',');
        match words.next()? {
            "plain" => Some(Kind::Plain(PlainSearch::default())),
            "uct" => Some(Kind::Uct(Box::new(UctSearch::new(1)))),
            "search" => Kind::read_search(words),
            _ => None,
        }
    }

    /// Reads settings: `counters` (count counters alone), `notable` (no table), `full=N` (actions searched in full depth), `captures=N` (turns
    /// for which captures are followed), `least=N` (smallest capture that is followed), `margin=N` (how far above the
    /// window an estimate is enough, for each turn; 0 for never), `window=N` (half of the first window at the root; 0 for
    /// the whole one), `varied=PERCENT` (change of the weights at random), `endgame=FILE` (an endgame table).
    fn read_search<'a>(words: impl Iterator<Item = &'a str>) -> Option<Kind> {
        let mut settings = Settings { table_entries: 1 << 16, ..Settings::default() };
        let mut counts_counters_alone = false;
        let mut variation = 0;
        let mut endgames = EndgameTables::default();
        for word in words {
            match word.split_once('=') {
                None if word == "counters" => counts_counters_alone = true,
                None if word == "notable" => settings.table_entries = 0,
                Some(("captures", turns)) => settings.capture_depth = turns.parse().ok()?,
                Some(("full", actions)) => settings.full_actions = actions.parse().ok()?,
                Some(("margin", margin)) => {
                    settings.margin = Some(margin.parse().ok()?).filter(|margin| *margin > 0);
                }
                Some(("window", width)) => {
                    settings.root_window = Some(width.parse().ok()?).filter(|width| *width > 0);
                }
                Some(("least", counters)) => settings.min_capture = counters.parse().ok()?,
                Some(("varied", percent)) => {
                    variation = percent.parse().ok().filter(|percent| (0..100).contains(percent))?;
                }
                Some(("endgame", file)) => {
                    endgames = EndgameTables::from_iter([EndgameTable::open(Path::new(file)).ok()?]);
                }
                _ => return None,
            }
        }
        let searcher = Searcher::new(settings).with_endgame_tables(endgames);
        let player = SearchPlayer { searcher, counts_counters_alone, variation, rng: Rng::with_seed(1) };
        Some(Kind::Search(Box::new(player)))
    }
}
