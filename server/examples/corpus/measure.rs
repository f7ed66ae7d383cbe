use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, ensure};
use clap::Args;
use ikibuguzo_protocol::GameList;
use ikibuguzo_server::api;
use ikibuguzo_server::app::{App, AppSettings};
use ikibuguzo_server::serve;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use ureq::Agent;

use crate::{FIRST_GAME_AT, TIME_SPAN};

/// What to measure.
#[derive(Debug, Args)]
pub(crate) struct Options {
    /// The database, as the server takes it
    #[arg(long, value_name = "URL")]
    database_url: String,

    /// Number of requests for each page
    #[arg(long, default_value_t = 100, value_name = "COUNT", value_parser = clap::value_parser!(u32).range(1..))]
    times: u32,

    /// Print the query plan of each search
    #[arg(long)]
    plans: bool,

    /// Read every list to its end and report its slowest page
    #[arg(long)]
    to_the_end: bool,
}

/// An HTTP client over TCP.
struct Client {
    agent: Agent,
    base: String,
}

/// The sorted response times of one kind of page.
struct Times(Vec<Duration>);

/// Requests every kind of page and prints the response times.
pub(crate) async fn run(options: &Options) -> Result<()> {
    let stop = CancellationToken::new();
    let app = App::open(&options.database_url, AppSettings::default(), stop.clone()).await?;
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
    for path in other_pages(&client).await? {
        let times = client.time(&path, options.times).await?;
        println!("| `{path}` | {} | {} | | | |", times.quantile(0.5), times.quantile(0.99));
    }
    if options.plans {
        print_plans(&app, &searches).await?;
    }
    stop.cancel();
    Ok(serving.await??)
}

/// One search of each documented combination of filters.
async fn searches(client: &Client) -> Result<Vec<String>> {
    let [frequent, rare] = players(client).await?;
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
        format!("player={frequent}"),
        format!("player={rare}"),
        format!("south={frequent}"),
        format!("player={frequent}&opponent={rare}"),
        format!("player={frequent}&result=draw"),
        format!("player={frequent}&rules=azigo&min_turns=30"),
    ];
    Ok(searches.into())
}

/// The player with the most games, and one with few, of those in the newest games.
async fn players(client: &Client) -> Result<[String; 2]> {
    let (list, _) = client.page("limit=200").await?;
    let names = list.games.iter().filter_map(|game| game.players.south.as_ref());
    let mut names: Vec<String> = names.map(ToString::to_string).collect();
    // Players are numbered; the first ones play most.
    names.sort_by_key(|name| name.rsplit('-').next().and_then(|number| number.parse::<u32>().ok()));
    let (first, last) = (names.first().cloned(), names.last().cloned());
    Ok([first.context("there are no games")?, last.context("there are no games")?])
}

async fn other_pages(client: &Client) -> Result<Vec<String>> {
    let [frequent, rare] = players(client).await?;
    Ok(vec![
        "/api/games?count=true".to_owned(),
        format!("/api/games?player={frequent}&result=draw&count=true"),
        format!("/api/players/{frequent}"),
        format!("/api/players/{frequent}/against/{rare}"),
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
        first.quantile(0.5),
        first.quantile(0.99),
        deep.quantile(0.5),
        deep.quantile(0.99)
    );
    Ok(())
}

async fn print_plans(app: &App, searches: &[String]) -> Result<()> {
    for search in searches {
        println!("\n{search}");
        let search = api::search::read(search).map_err(|refusal| anyhow!("{refusal:?}"))?;
        for step in app.store.explain_search(&search, 50).await? {
            println!("    {step}");
        }
    }
    Ok(())
}

impl Client {
    /// Fetches a page of games, with its response time.
    async fn page(&self, query: &str) -> Result<(GameList, Duration)> {
        let (text, took) = self.get(&format!("/api/games?{query}")).await?;
        Ok((serde_json::from_str(&text)?, took))
    }

    async fn time(&self, path: &str, count: u32) -> Result<Times> {
        let mut times = Vec::new();
        for _ in 0..count {
            times.push(self.get(path).await?.1);
        }
        Ok(Times::new(times))
    }

    /// Reads pages from the whole list: one at the beginning of each of `pages` equal parts of its time span.
    async fn read_deep(&self, search: &str, pages: u32) -> Result<(Times, String)> {
        let mut times = Vec::new();
        for page in 0..pages {
            let offset = TIME_SPAN / pages * page;
            let bound = match search {
                _ if search.contains("until=") => String::new(),
                _ if search.contains("order=oldest") => format!("&from={}", FIRST_GAME_AT + offset),
                _ => format!("&until={}", FIRST_GAME_AT + TIME_SPAN - offset),
            };
            times.push(self.page(&format!("{search}{bound}")).await?.1);
        }
        Ok((Times::new(times), String::new()))
    }

    /// Reads every page of the list and counts the games.
    async fn read_to_the_end(&self, search: &str) -> Result<(Times, String)> {
        let (mut times, mut games, mut cursor) = (Vec::new(), 0, String::new());
        loop {
            let (list, time) = self.page(&format!("{search}&limit=200{cursor}")).await?;
            times.push(time);
            games += list.games.len();
            match list.next {
                Some(next) => cursor = format!("&cursor={next}"),
                None => return Ok((Times::new(times), games.to_string())),
            }
        }
    }

    async fn get(&self, path: &str) -> Result<(String, Duration)> {
        let (agent, url) = (self.agent.clone(), format!("{}{path}", self.base));
        let request = move || {
            #[expect(clippy::disallowed_methods, reason = "this is a measurement")]
            let started_at = Instant::now();
            let mut response = agent.get(&url).call()?;
            ensure!(response.status() == 200, "{url} answers with {}", response.status());
            let text = response.body_mut().with_config().limit(64 << 20).read_to_string()?;
            Ok((text, started_at.elapsed()))
        };
        tokio::task::spawn_blocking(request).await?
    }
}

impl Times {
    fn new(mut times: Vec<Duration>) -> Self {
        times.sort_unstable();
        Self(times)
    }

    /// A quantile, in milliseconds.
    fn quantile(&self, share: f64) -> String {
        let last = self.0.len() - 1;
        let place = (share * last as f64).round() as usize;
        format!("{:.1}", self.0[place.min(last)].as_secs_f64() * 1000.0)
    }
}
