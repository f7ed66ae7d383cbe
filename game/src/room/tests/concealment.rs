//! Output to others does not depend on the store of a player of Azigo.

use fastrand::Rng;
use ikibuguzo_engine::{Game, Seat};
use ikibuguzo_protocol::Role;

use super::{Table, game, player};
use crate::fact::Entry;
use crate::projection;
use crate::room::phase::Stage;
use crate::room::{Command, CommandKind, Decision, Playing};
use crate::test_time::at;

/// Two games of Azigo that differ only in the store of South.
fn azigo_games_with_different_stores(rng: &mut Rng) -> [Table; 2] {
    let row = |rng: &mut Rng| (0..20).map(|_| rng.u8(..4).to_string()).collect::<Vec<_>>().join(",");
    let south = row(rng);
    let north = row(rng);
    let ours = rng.u8(..30);
    [rng.u8(..40), rng.u8(..40)].map(|hidden| {
        let text = format!("azigo {south} {north} {hidden},{ours} south -/- - 0 0 -");
        let mut table = Table::new("azigo");
        let game = Game::new(text.parse().expect("a position"));
        let mut playing = Playing::new(game, None, false, at(0));
        playing.begin(None, table.room.head(), at(0));
        table.room.stage = Stage::Playing(Box::new(playing));
        table
    })
}

/// Everything that North and a spectator are sent for a command, with refusals and snapshots, and all that notices are
/// made from.
fn output_for(table: &mut Table, who: &str, id: usize, kind: CommandKind) -> Vec<String> {
    let hash = super::CommandHash::of(&format!("{kind:?}"));
    let command = Command { id: format!("c{id}").parse().expect("an id"), hash, kind };
    let others = [Role::North, Role::Spectator];
    let mut texts = Vec::new();
    match table.room.handle(game(), &player(who), &command, &table.context) {
        Err(refused) => texts.push(format!("{refused:?}")),
        Ok(Decision::Duplicate(seq)) => texts.push(seq.to_string()),
        Ok(Decision::Accepted { facts, .. }) => {
            for fact in facts {
                let entry = Entry { seq: table.room.head() + 1, at: at(1_000), origin: None, fact };
                let offers = projection::OpenOffers::of(&table.room);
                let effect = table.room.apply(&entry).expect("what was decided can be applied");
                let closes = offers.closed_since(&table.room);
                let event = projection::ProjectedEvent::new(&entry, &table.room, &effect, &closes);
                texts.extend(others.map(|role| serde_json::to_string(event.to(role)).expect("JSON")));
                let awaited = Seat::ALL.map(|seat| table.room.awaited_since(seat));
                let state = table.room.state();
                let turns = table.room.turns();
                texts.push(format!("{:?} {awaited:?} {state:?} {turns}", event.news()));
            }
        }
    }
    let shown = others.map(|role| projection::snapshot(game(), &table.room, role));
    texts.extend(shown.map(|snapshot| serde_json::to_string(&snapshot).expect("JSON")));
    texts
}

/// A random command of either player. South never enters its store, so the moves reveal nothing of it.
fn random_command(tables: &[Table; 2], rng: &mut Rng) -> Option<(&'static str, CommandKind)> {
    let [one, other] = tables.each_ref().map(|table| table.room.game().expect("it is played"));
    let who = if one.to_move()? == Seat::South { "south" } else { "north" };
    let after = tables[0].room.head();
    if rng.u8(..4) == 0 {
        // North tries legal and illegal moves.
        let action = ["A", "a", "*", "*>", "-", "z"][rng.usize(..6)].to_owned();
        return Some(("north", CommandKind::Act { after: after - rng.u64(..2), action }));
    }
    let common = one.legal_actions().into_iter().filter(|action| other.legal_actions().contains(action));
    let open: Vec<String> = common
        .map(|action| action.to_string())
        .filter(|action| who == "north" || !action.starts_with('*'))
        .collect();
    Some((who, CommandKind::Act { after, action: rng.choice(&open)?.clone() }))
}

#[test]
fn output_to_others_does_not_depend_on_a_store() {
    let mut rng = Rng::with_seed(41);
    let mut compared = 0;
    for _ in 0..150 {
        let mut tables = azigo_games_with_different_stores(&mut rng);
        for id in 0..80 {
            let Some((who, kind)) = random_command(&tables, &mut rng) else { break };
            let [one, other] = tables.each_mut().map(|table| output_for(table, who, id, kind.clone()));
            if tables.iter().any(|table| table.room.outcome().is_some()) {
                break;
            }
            // A refusal goes to the sender alone, but must be the same too.
            assert_eq!(one, other);
            compared += one.len();
        }
    }
    assert!(compared > 10_000, "{compared} texts compared");
}

/// Pictures are drawn only from what a spectator sees at a ply.
#[test]
fn no_view_at_a_ply_depends_on_a_store() {
    let mut rng = Rng::with_seed(43);
    for _ in 0..50 {
        let [one, other] = azigo_games_with_different_stores(&mut rng);
        if [&one, &other].iter().all(|table| table.room.game().is_some_and(|game| game.outcome().is_none())) {
            let view = |table: &Table| projection::ply(game(), &table.room, 0, Role::Spectator);
            assert_eq!(view(&one), view(&other));
        }
    }
}
