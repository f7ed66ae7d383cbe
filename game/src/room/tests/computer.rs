//! The tasks of a computer player.

use ikibuguzo_engine::{Array, Seat};
use ikibuguzo_protocol::ErrorCode;

use super::Table;
use crate::computer::computer_command_id;
use crate::room::{CommandKind, ComputerTaskKind};
use crate::test_time::at;

const COMPUTER: &str = "computer-3";

/// A game of a person, who sits South, and a computer player.
fn against_computer(rules: &str) -> Table {
    let mut table = Table::open(rules);
    assert!(table.room.computer_task().is_none());
    table.command(COMPUTER, "sit", CommandKind::Sit).expect("a free seat");
    table
}

fn task(table: &Table) -> Option<(u64, ComputerTaskKind)> {
    table.room.computer_task().map(|task| {
        assert_eq!((task.player.name.as_str(), task.level.number(), task.seat), (COMPUTER, 3, Seat::North));
        (task.answers, task.kind)
    })
}

#[test]
fn a_computer_player_arranges_and_acts_when_it_is_its_turn() {
    let mut table = against_computer("ikibuguzo:first");
    let (_, kind) = task(&table).expect("it has to arrange");
    assert!(matches!(kind, ComputerTaskKind::Arrange(_)));
    table.command("south", "s-arrange", CommandKind::Arrange(Array::First)).expect("arranged");
    table.command(COMPUTER, "c-arrange", CommandKind::Arrange(Array::First)).expect("arranged");
    assert_eq!(task(&table), None, "South is to move");
    assert_eq!(table.room.next_check_at(at(5_000)), table.room.safe_until(at(5_000)));
    let seq = table.play("south", "1", "N").expect("played");
    assert_eq!(task(&table), Some((seq, ComputerTaskKind::Act)));
    assert_eq!(table.room.next_check_at(at(5_000)), Some(at(7_000)));
    assert_eq!(table.room.play().expect("a board").actions.len(), 1);
    table.play(COMPUTER, "2", "n").expect("played");
    assert_eq!(task(&table), None);
}

/// A game in which South has played and the computer player is to move.
fn computer_to_move() -> Table {
    let mut table = against_computer("ikibuguzo:first");
    table.command("south", "s-arrange", CommandKind::Arrange(Array::First)).expect("arranged");
    table.command(COMPUTER, "c-arrange", CommandKind::Arrange(Array::First)).expect("arranged");
    table.play("south", "1", "N").expect("played");
    table
}

#[test]
fn a_computer_player_answers_offers_first() {
    let mut table = computer_to_move();
    let draw = table.command("south", "2", CommandKind::OfferDraw).expect("offered");
    assert_eq!(task(&table), Some((draw, ComputerTaskKind::AnswerDraw)));
    let mut table = computer_to_move();
    let takeback = table.command("south", "2", CommandKind::OfferTakeback).expect("offered");
    assert_eq!(task(&table), Some((takeback, ComputerTaskKind::AnswerTakeback)));
    table.command("south", "3", CommandKind::Resign).expect("resigned");
    assert_eq!(task(&table), None, "a resignation ends all offers");
    let rematch = CommandKind::OfferRematch("k7wq2m9xra4t".parse().expect("an id"));
    let rematch = table.command("south", "4", rematch).expect("offered");
    assert_eq!(task(&table), Some((rematch, ComputerTaskKind::AnswerRematch)));
    assert_eq!(table.room.next_check_at(at(5_000)), Some(at(7_000)), "also in a finished game");
}

#[test]
fn an_action_that_a_computer_player_chose_before_an_offer_does_not_end_the_offer() {
    for offer in [CommandKind::OfferTakeback, CommandKind::OfferDraw] {
        let mut table = computer_to_move();
        let offered = table.command("south", "2", offer).expect("offered");
        let refused = table.play(COMPUTER, "3", "n").expect_err("it answers first");
        assert_eq!(refused.code, ErrorCode::WrongPosition);
        assert_eq!(task(&table).map(|(answers, _)| answers), Some(offered));
    }
}

#[test]
fn nobody_else_takes_the_command_ids_of_computer_players() {
    let mut table = computer_to_move();
    let (answers, _) = task(&table).expect("it has to act");
    let id = computer_command_id(answers);
    let refused = table.command("south", id.as_str(), CommandKind::Say("Muraho!".to_owned()));
    assert_eq!(refused.expect_err("refused").code, ErrorCode::CommandIdTaken);
    table.play(COMPUTER, id.as_str(), "n").expect("played");
}

#[test]
fn a_bot_of_somebody_else_is_no_computer_player() {
    let mut table = Table::open("kubuguza");
    table.command("bot-of-somebody", "sit", CommandKind::Sit).expect("a free seat");
    table.play("south", "1", "O").expect("played");
    assert!(table.room.bots().eq([Seat::North]) && table.room.computer_task().is_none());
}
