use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, ensure};
use clap::Args;
use ikibuguzo_protocol::GameList;
use ikibuguzo_server::api;
use ikibuguzo_server::app::App;
use ikibuguzo_server::net::limits::Limits;
use ikibuguzo_server::serve;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use ureq::Agent;

use crate::{FIRST, SPAN};

/// What to measure.
#[derive(Debug, Args)]
pub(crate) struct Options {
    /// The database, as the server takes it
    #[arg(long, value_name = "URL")]
    database_url: String,

    /// How often each page is asked for
    #[arg(long, default_value_t = 100, value_name = "COUNT", value_parser = clap::value_parser!(u32).range(1..))]
    times: u32,

    /// Print what the database means to do for each search
    #[arg(long)]
    plans: bool,

    /// Read every list to its end, and say how long its slowest page took
    #[arg(long)]
    to_the_end: bool,
}

/// A client on the wire, as every client is.
struct Client {
    agent: Agent,
    base: String,
}

/// What one kind of page took, each time, in order.
struct Times(Vec<Duration>);

/// Asks for pages of every kind, and prints what they took.
pub(crate) async fn run(options: &Options) -> Result<()> {
    let stop = CancellationToken::new();
    let app = App::open(&options.database_url, Limits::default(), stop.clone()).await?;
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let client =
        Client { agent: Agent::new_with_defaults(), base: format!("http://{}", listener.local_addr()?) };
    let serving = tokio::spawn(serve(listener, app.clone()));
    let searches = searches(&client).await?;
    println!("| search | first page: median | p99 | deep: median | p99 | games |");
    println!("| --- | --- | --- | --- | --- | --- |");
    for search in &searches {
        measure(&client, search, options).await?;
    }
    for path in others(&client).await? {
        let times = client.time(&path, options.times).await?;
        println!("| `{path}` | {} | {} | | | |", times.at(0.5), times.at(0.99));
    }
    if options.plans {
        print_plans(&app, &searches).await?;
    }
    stop.cancel();
    Ok(serving.await??)
}

/// One of each combination that the documentation offers.
async fn searches(client: &Client) -> Result<Vec<String>> {
    let [often, seldom] = players(client).await?;
    let searches = [
        String::new(),
        "order=oldest".to_owned(),
        "state=finished".to_owned(),
        "state=live".to_owned(),
        "rules=ikibuguzo".to_owned(),
        "rules=njombwa:9".to_owned(),
        "result=south".to_owned(),
        "result=draw".to_owned(),
        "result=none".to_owned(),
        "reason=no-move".to_owned(),
        "reason=timeout".to_owned(),
        "arrays=first-second".to_owned(),
        "from=2019-01-01&until=2019-02-01".to_owned(),
        "rules=azigo&result=south".to_owned(),
        "rules=kubuguza&result=draw".to_owned(),
        "rules=ikibuguzo:choice&reason=captured-all".to_owned(),
        "rules=njombwa&reason=timeout&result=north&state=finished".to_owned(),
        "arrays=second-second&result=north".to_owned(),
        "rules=kubuguza&min_turns=40&max_turns=60".to_owned(),
        "rules=kubuguza&min_turns=1000".to_owned(),
        format!("player={often}"),
        format!("player={seldom}"),
        format!("south={often}"),
        format!("player={often}&opponent={seldom}"),
        format!("player={often}&result=draw"),
        format!("player={often}&rules=azigo&min_turns=30"),
    ];
    Ok(searches.into())
}

/// Who plays most, and somebody else: who sits in the newest games.
async fn players(client: &Client) -> Result<[String; 2]> {
    let (list, _) = client.page("limit=200").await?;
    let names = list.games.iter().filter_map(|game| game.players.south.as_ref());
    let mut names: Vec<String> = names.map(ToString::to_string).collect();
    // The seed numbers the players, and the first ones play most.
    names.sort_by_key(|name| name.rsplit('-').next().and_then(|number| number.parse::<u32>().ok()));
    let (first, last) = (names.first().cloned(), names.last().cloned());
    Ok([first.context("there are no games")?, last.context("there are no games")?])
}

async fn others(client: &Client) -> Result<Vec<String>> {
    let [often, seldom] = players(client).await?;
    Ok(vec![
        "/api/games?count=true".to_owned(),
        format!("/api/games?player={often}&result=draw&count=true"),
        format!("/api/players/{often}"),
        format!("/api/players/{often}/against/{seldom}"),
        "/api/stats".to_owned(),
    ])
}

async fn measure(client: &Client, search: &str, options: &Options) -> Result<()> {
    let first = client.time(&format!("/api/games?{search}"), options.times).await?;
    let (deep, games) = if options.to_the_end {
        client.read_to_the_end(search).await?
    } else {
        client.read_deep(search, options.times).await?
    };
    println!(
        "| `{search}` | {} | {} | {} | {} | {games} |",
        first.at(0.5),
        first.at(0.99),
        deep.at(0.5),
        deep.at(0.99)
    );
    Ok(())
}

async fn print_plans(app: &App, searches: &[String]) -> Result<()> {
    for search in searches {
        println!("\n{search}");
        let search = api::search::read(search).map_err(|refusal| anyhow!("{refusal:?}"))?;
        for step in app.store.explain(&search, 50).await? {
            println!("    {step}");
        }
    }
    Ok(())
}

impl Client {
    /// A page of games, and what it took.
    async fn page(&self, query: &str) -> Result<(GameList, Duration)> {
        let (text, took) = self.get(&format!("/api/games?{query}")).await?;
        Ok((serde_json::from_str(&text)?, took))
    }

    async fn time(&self, path: &str, times: u32) -> Result<Times> {
        let mut took = Vec::new();
        for _ in 0..times {
            took.push(self.get(path).await?.1);
        }
        Ok(Times::of(took))
    }

    /// Pages from all over the list: its time is cut into equal parts, and one page is read at the beginning of each.
    async fn read_deep(&self, search: &str, pages: u32) -> Result<(Times, String)> {
        let mut took = Vec::new();
        for page in 0..u64::from(pages) {
            let gone = SPAN / u64::from(pages) * page;
            let begins = match search {
                _ if search.contains("until=") => String::new(),
                _ if search.contains("order=oldest") => format!("&from={}", FIRST + gone),
                _ => format!("&until={}", FIRST + SPAN - gone),
            };
            took.push(self.page(&format!("{search}{begins}")).await?.1);
        }
        Ok((Times::of(took), String::new()))
    }

    /// Every page of the list, and how many games there were.
    async fn read_to_the_end(&self, search: &str) -> Result<(Times, String)> {
        let (mut took, mut games, mut cursor) = (Vec::new(), 0, String::new());
        loop {
            let (list, time) = self.page(&format!("{search}&limit=200{cursor}")).await?;
            took.push(time);
            games += list.games.len();
            match list.next {
                Some(next) => cursor = format!("&cursor={next}"),
                None => return Ok((Times::of(took), games.to_string())),
            }
        }
    }

    async fn get(&self, path: &str) -> Result<(String, Duration)> {
        let (agent, url) = (self.agent.clone(), format!("{}{path}", self.base));
        let ask = move || {
            #[expect(clippy::disallowed_methods, reason = "this is a measurement")]
            let begun = Instant::now();
            let mut answer = agent.get(&url).call()?;
            ensure!(answer.status() == 200, "{url} answers with {}", answer.status());
            let text = answer.body_mut().with_config().limit(64 << 20).read_to_string()?;
            Ok((text, begun.elapsed()))
        };
        tokio::task::spawn_blocking(ask).await?
    }
}

impl Times {
    fn of(mut times: Vec<Duration>) -> Self {
        times.sort_unstable();
        Self(times)
    }

    /// What a share of the times was at most, in milliseconds.
    fn at(&self, share: f64) -> String {
        let last = self.0.len() - 1;
        let place = (share * last as f64).round() as usize;
        format!("{:.1}", self.0[place.min(last)].as_secs_f64() * 1000.0)
    }
}
