//! What others are sent of an Azigo game does not depend on what a store holds.

use fastrand::Rng;
use ikibuguzo_engine::{Game, Seat};
use ikibuguzo_protocol::Role;

use super::{Table, game, player};
use crate::fact::Entry;
use crate::projection;
use crate::room::{Answer, Command, CommandKind, Phase};

/// Two games of Azigo that look alike to all but South, whose store holds this or that.
fn azigo_that_differs_in_a_store(rng: &mut Rng) -> [Table; 2] {
    let row = |rng: &mut Rng| (0..20).map(|_| rng.u8(..4).to_string()).collect::<Vec<_>>().join(",");
    let (south, north, ours) = (row(rng), row(rng), rng.u8(..30));
    [rng.u8(..40), rng.u8(..40)].map(|hidden| {
        let text = format!("azigo {south} {north} {hidden},{ours} south -/- - 0 0 -");
        let mut table = Table::new("azigo");
        table.room.phase = Phase::Playing(Game::new(text.parse().expect("a position")));
        table
    })
}

/// All that North and a spectator are sent because of a command, refusals and snapshots included.
fn sent(table: &mut Table, who: &str, id: usize, ask: CommandKind) -> Vec<String> {
    let command = Command { id: format!("c{id}").parse().expect("an id"), ask };
    let others = [Role::North, Role::Spectator];
    let mut texts = Vec::new();
    match table.room.handle(game(), &player(who), &command, &table.here) {
        Err(refused) => texts.push(format!("{refused:?}")),
        Ok(Answer::Already(seq)) => texts.push(seq.to_string()),
        Ok(Answer::New { facts, .. }) => {
            for fact in facts {
                let entry = Entry { seq: table.room.head() + 1, at: 1_000, command: None, fact };
                let effect = table.room.apply(&entry).expect("what was decided can be applied");
                let told = projection::ProjectedEvent::new(&entry, &table.room, &effect);
                texts.extend(others.map(|role| serde_json::to_string(told.to(role)).expect("JSON")));
            }
        }
    }
    let shown = others.map(|role| projection::snapshot(game(), &table.room, role));
    texts.extend(shown.map(|snapshot| serde_json::to_string(&snapshot).expect("JSON")));
    texts
}

/// Something that one of the players says; South never enters its store, so the course of the game tells nothing.
fn next_ask(tables: &[Table; 2], rng: &mut Rng) -> Option<(&'static str, CommandKind)> {
    let [one, other] = tables.each_ref().map(|table| table.room.game().expect("it is played"));
    let (who, ply) =
        if one.to_move()? == Seat::South { ("south", one.plies()) } else { ("north", one.plies()) };
    if rng.u8(..4) == 0 {
        // North tries what it may not, or what it may.
        let action = ["A", "a", "*", "*>", "-", "z"][rng.usize(..6)].to_owned();
        return Some(("north", CommandKind::Act { ply: ply + rng.u32(..2), action }));
    }
    let common = one.legal_actions().into_iter().filter(|action| other.legal_actions().contains(action));
    let open: Vec<String> = common
        .map(|action| action.to_string())
        .filter(|action| who == "north" || !action.starts_with('*'))
        .collect();
    Some((who, CommandKind::Act { ply, action: rng.choice(&open)?.clone() }))
}

#[test]
fn what_others_are_sent_does_not_depend_on_a_store() {
    let mut rng = Rng::with_seed(41);
    let mut compared = 0;
    for _ in 0..150 {
        let mut tables = azigo_that_differs_in_a_store(&mut rng);
        for id in 0..80 {
            let Some((who, ask)) = next_ask(&tables, &mut rng) else { break };
            let [one, other] = tables.each_mut().map(|table| sent(table, who, id, ask.clone()));
            if tables.iter().any(|table| table.room.outcome().is_some()) {
                break;
            }
            // What South is refused is South's to read.
            assert_eq!(one, other);
            compared += one.len();
        }
    }
    assert!(compared > 10_000, "{compared} texts compared");
}

/// Pictures are drawn from what a spectator sees at a ply, and from nothing else.
#[test]
fn no_view_at_a_ply_depends_on_a_store() {
    let mut rng = Rng::with_seed(43);
    for _ in 0..50 {
        let [one, other] = azigo_that_differs_in_a_store(&mut rng);
        if [&one, &other].iter().all(|table| table.room.game().is_some_and(|game| game.outcome().is_none())) {
            let seen = |table: &Table| projection::ply(game(), &table.room, 0, Role::Spectator);
            assert_eq!(seen(&one), seen(&other));
        }
    }
}
