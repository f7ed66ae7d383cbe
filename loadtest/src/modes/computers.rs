//! `computers`: games against the server's computer players, which measure how long their answers take.

use std::rc::Rc;
use std::time::Duration;

use anyhow::{Context, Result};
use fastrand::Rng;
use tokio::task::JoinSet;
use tokio::time::timeout;

use crate::args::ComputersOptions;
use crate::computer_games::challenger::Challenger;
use crate::computer_games::computers_state::ComputersState;
use crate::modes::run_meter::RunMeter;
use crate::results::report::Report;
use crate::server::cluster::Cluster;

/// The longest time until the last awaited answers arrive. With many games, an answer waits for the answers in the
/// others.
const AWAITED_ANSWERS_TIMEOUT: Duration = Duration::from_secs(60);

/// Plays games against computer players, and measures their answers.
///
/// # Errors
///
/// If a server refuses to create a player, has ended, or does not answer.
pub async fn run(cluster: &Cluster, options: &ComputersOptions) -> Result<Report> {
    let state = Rc::new(ComputersState::default());
    let challengers = create_challengers(cluster, options, &state).await?;
    let meter = RunMeter::start(cluster).await?;
    let mut playing = JoinSet::new();
    for challenger in challengers {
        playing.spawn_local(challenger.run());
    }
    if let Ok(early_end) = timeout(options.seconds, wait_for_all(&mut playing)).await {
        early_end?;
    }
    let measurement = meter.finish(state.stats.moves(), 1).await?;
    state.stop();
    wait_for_awaited_answers(&state, &mut playing).await?;
    state.check_answers();
    Ok(Report::for_computers(&measurement, &state.stats, &state.answers()))
}

async fn create_challengers(
    cluster: &Cluster,
    options: &ComputersOptions,
    state: &Rc<ComputersState>,
) -> Result<Vec<Challenger>> {
    let mut rng = Rng::with_seed(options.seed);
    let placement = cluster.placement();
    let addresses = cluster.addresses();
    let apis = cluster.api_clients();
    let mut challengers = Vec::new();
    for number in 0..options.games as usize {
        let node = placement.node_of(number, 0);
        let address = addresses[node];
        let api = apis[node].clone();
        let token = api.create_player().await.context("cannot create a player")?.token;
        let run = Rc::clone(state);
        let options = options.clone();
        challengers.push(Challenger { run, options, number, address, api, token, rng: rng.fork() });
    }
    Ok(challengers)
}

/// Waits until all players have ended. They end after [`ComputersState::stop`], or with an error.
async fn wait_for_all(playing: &mut JoinSet<()>) -> Result<()> {
    while let Some(ended) = playing.join_next().await {
        ended?;
    }
    Ok(())
}

async fn wait_for_awaited_answers(state: &ComputersState, playing: &mut JoinSet<()>) -> Result<()> {
    if let Ok(ended) = timeout(AWAITED_ANSWERS_TIMEOUT, wait_for_all(playing)).await {
        return ended;
    }
    let count = playing.len();
    state.stats.record_error(&format_args!(
        "{count} answers did not arrive within {AWAITED_ANSWERS_TIMEOUT:?} after the end"
    ));
    Ok(())
}
