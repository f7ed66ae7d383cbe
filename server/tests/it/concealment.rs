//! Two worlds that differ only in a secret give the same bytes to everybody who may not know it: over every route and every
//! message.

mod answers;
mod listeners;
mod messages;
mod questions;
mod routes;
mod scene;
mod world;

use std::collections::BTreeSet;

use ikibuguzo_protocol::{ClientMessage, ServerMessage};
use ikibuguzo_testing::TestServer;

use crate::route_table;
use answers::{Answers, differences};
use listeners::Listeners;
use messages::{MESSAGES, kinds_in, kinds_of, send_all};
use questions::Asker;
use routes::{Questions, ROUTES};
use scene::Scene;
use world::{Secrets, Viewer, World};

/// The secrets as South sees them.
const OWN_PATHS: [&str; 7] = [
    "/api/games/{arranging}",
    "/api/games/{stores}",
    "/api/games?player=Kamau",
    "/api/blocks",
    "/api/push",
    "/api/tokens",
    "/api/players/me/data",
];

/// The view of a world.
struct Seen {
    /// By those who must not see the secrets, in the order of [`Viewer::OTHERS`].
    others: Vec<Answers>,
    /// By South.
    own: Answers,
}

/// Plays a world, and asks it everything for every viewer.
async fn see_all(scene: &Scene, secrets: Secrets) -> Seen {
    let mut world = World::start(scene, secrets).await;
    let mut listeners = Vec::new();
    for viewer in Viewer::OTHERS {
        listeners.push(Listeners::open(&world, viewer).await);
    }
    world.play().await;
    let mut seen = Vec::new();
    for listeners in listeners {
        seen.push(listeners.read(&world).await);
    }
    world.server.wait_for_open_sockets(0).await;
    let own = OWN_PATHS.iter().map(|path| (*path).to_owned()).collect();
    let own = Asker::new(&world, Viewer::South).await.read_paths(own).await;
    ask_all(&world, &mut seen).await;
    Seen { others: seen, own }
}

/// Reads everything, sends every message, which ends the arrangement, reads again, and changes everything.
async fn ask_all(world: &World<'_>, seen: &mut [Answers]) {
    for (viewer, answers) in Viewer::OTHERS.into_iter().zip(seen.iter_mut()) {
        answers.extend(Asker::new(world, viewer).await.read_all().await);
    }
    for (viewer, answers) in Viewer::OTHERS.into_iter().zip(seen.iter_mut()) {
        answers.extend(send_all(world, viewer).await);
    }
    for (viewer, answers) in Viewer::OTHERS.into_iter().zip(seen.iter_mut()) {
        answers.extend(Asker::new(world, viewer).await.read_arranging().await);
    }
    for (viewer, answers) in Viewer::OTHERS.into_iter().zip(seen.iter_mut()) {
        answers.extend(Asker::new(world, viewer).await.change_all().await);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_answer_to_others_depends_on_a_secret() {
    let scene = Box::pin(Scene::make()).await;
    let (plain, other) =
        tokio::join!(Box::pin(see_all(&scene, Secrets::Plain)), Box::pin(see_all(&scene, Secrets::Other)),);
    for (answers, others) in plain.others.iter().zip(&other.others) {
        let found = differences(answers, others);
        assert!(
            found.is_empty(),
            "{} of {} answers differ:\n{}",
            found.len(),
            answers.len(),
            found.join("\n")
        );
    }
    for ((path, answer), (_, other)) in plain.own.iter().zip(&other.own) {
        assert_ne!(answer, other, "{path}: South sees its secrets");
    }
    let received: BTreeSet<_> = plain.others.iter().flat_map(kinds_in).collect();
    let missing: Vec<_> = kinds_of::<ServerMessage>().difference(&received).cloned().collect();
    assert!(missing.is_empty(), "messages that nobody received: {missing:?}");
}

#[tokio::test]
async fn every_route_and_every_message_is_asked() {
    let server = TestServer::start().await;
    let asked: BTreeSet<_> =
        ROUTES.iter().map(|route| (route.method.to_owned(), route.path.to_owned())).collect();
    assert_eq!(asked, route_table::routes(&server).await);
    for route in ROUTES {
        let is_excused = matches!(route.questions, Questions::Nothing(reason) if reason.is_empty());
        assert!(!is_excused, "{}: why is it not asked?", route.path);
    }
    let sent: BTreeSet<_> = MESSAGES.iter().map(|message| message.kind.to_owned()).collect();
    assert_eq!(sent, kinds_of::<ClientMessage>());
}
