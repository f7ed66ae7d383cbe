use std::net::SocketAddr;
use std::time::Duration;

use tokio::time::{sleep, timeout};

use super::random_games::{Crowd, faults};
use super::{Http, new_game};

/// Times that the database goes away.
const OUTAGES: u64 = 5;

/// Moves before each, and after it.
const SOME: usize = 20;

/// No answer takes so long, not even one that waits for a database.
const PATIENCE: Duration = Duration::from_secs(60);

/// Plays games while the database goes away and comes back, again and again, and compares what everybody was told with
/// the log. `fail` takes it away, or gives it back.
pub(crate) async fn outlast(address: SocketAddr, mut fail: impl FnMut(bool)) {
    let http = Http::new(address);
    for outage in 0..OUTAGES {
        let mut crowd = Crowd::at(address, PATIENCE, outage);
        // The last two are far longer than what is waited for here.
        for rules in ["kubuguza", "ikibuguzo:choice", "njombwa:8", "azigo"] {
            crowd.play(&http, new_game(rules, "fischer:600+5")).await;
        }
        patiently(after_some_moves(&mut crowd)).await;
        let put_off = put_off(&http).await;
        fail(true);
        patiently(until_more_are_put_off(&http, put_off)).await;
        fail(false);
        patiently(after_some_moves(&mut crowd)).await;
        let witnesses = crowd.until_now().await;
        assert_eq!(faults(&http, &witnesses).await, [""; 0]);
    }
}

/// So that a test that hangs says where.
async fn patiently(something: impl Future<Output = ()>) {
    timeout(2 * PATIENCE, something).await.expect("it happens");
}

async fn after_some_moves(crowd: &mut Crowd) {
    let enough = crowd.moves() + SOME;
    while crowd.moves() < enough {
        sleep(Duration::from_millis(1)).await;
    }
}

async fn until_more_are_put_off(http: &Http, than: f64) {
    while put_off(http).await <= than {
        sleep(Duration::from_millis(5)).await;
    }
}

/// Commands that were refused since nothing could be stored.
async fn put_off(http: &Http) -> f64 {
    let metrics = http.send("GET", "/metrics", None, None).await.into_body();
    let counter = "ikibuguzo_refusals_total{code=\"storage_unavailable\"} ";
    let count = metrics.lines().find_map(|line| line.strip_prefix(counter));
    count.map_or(0.0, |count| count.parse().expect("a number"))
}
