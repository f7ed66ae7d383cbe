//! Offers of draws, takebacks, previews and rematches: made, answered, lapsed.

use std::time::Duration;

use ikibuguzo_engine::{Array, Seat};
use ikibuguzo_protocol::{ErrorCode, GameId, Role, TimeControl};

use super::{Table, act_after, game, player};
use crate::fact::{Entry, Fact};
use crate::projection;
use crate::room::{Captured, Command, CommandKind, Decision, NewRematch, Room};
use crate::test_time::{at, ms};

const NEXT: &str = "k7wq2m9xra4t";

fn next() -> GameId {
    NEXT.parse().expect("an id")
}

/// A game of Ikibuguzo after this many moves.
fn played(count: u32) -> Table {
    let mut table = Table::new("ikibuguzo:first").arranged(Array::First);
    for (ply, action) in (0..count).zip(["N", "n", "L", "l", "J", "j"]) {
        let who = if ply % 2 == 0 { "south" } else { "north" };
        table.play(who, &format!("p{ply}"), action).expect("played");
    }
    table
}

/// A game that South has resigned.
fn resigned() -> Table {
    let mut table = Table::new("ikibuguzo:first");
    table.command("south", "resign", CommandKind::Resign).expect("resigned");
    table
}

#[test]
fn a_draw_offer_lapses_when_the_other_seat_acts() {
    let mut table = played(1);
    let offer = table.command("south", "2", CommandKind::OfferDraw).expect("offered");
    assert_eq!(table.refused("south", CommandKind::OfferDraw), ErrorCode::AlreadyOffered);
    assert_eq!(
        table.refused("south", CommandKind::AnswerDraw { offer, accept: true, after: None }),
        ErrorCode::OwnOffer
    );
    table.play("north", "3", "n").expect("played");
    assert_eq!(
        table.refused("north", CommandKind::AnswerDraw { offer, accept: true, after: None }),
        ErrorCode::StaleOffer
    );
}

#[test]
fn an_answer_by_the_board_is_refused_on_another_board() {
    let mut table = played(0);
    let offer = table.command("south", "1", CommandKind::OfferDraw).expect("offered");
    table.play("south", "2", "N").expect("played");
    let answer = |after| CommandKind::AnswerDraw { offer, accept: true, after: Some(after) };
    assert_eq!(table.refused("north", answer(offer)), ErrorCode::WrongPosition);
    let head = table.room.head();
    table.command("north", "3", answer(head)).expect("agreed");
}

#[test]
fn two_draw_offers_are_an_agreement() {
    let mut table = played(0);
    table.command("south", "1", CommandKind::OfferDraw).expect("offered");
    table.command("north", "2", CommandKind::OfferDraw).expect("agreed");
    let outcome = table.room.outcome().expect("over");
    assert_eq!((outcome.winner, outcome.reason.as_str()), (None, "agreement"));
}

#[test]
fn a_declined_offer_may_be_repeated_after_six_moves() {
    let mut table = played(0);
    let offer = table.command("south", "1", CommandKind::OfferDraw).expect("offered");
    table
        .command("north", "2", CommandKind::AnswerDraw { offer, accept: false, after: None })
        .expect("declined");
    for (ply, action) in (0..6).zip(["N", "n", "L", "l", "J", "j"]) {
        assert_eq!(table.refused("south", CommandKind::OfferDraw), ErrorCode::AlreadyOffered, "{ply}");
        assert_eq!(
            table.refused("south", CommandKind::OfferTakeback),
            ErrorCode::AlreadyOffered,
            "all offers share one limit"
        );
        let who = if ply % 2 == 0 { "south" } else { "north" };
        table.play(who, &format!("p{ply}"), action).expect("played");
    }
    table.command("south", "3", CommandKind::OfferDraw).expect("offered again");
}

#[test]
fn a_turn_is_taken_back_with_what_followed_it() {
    let before = played(0);
    let mut table = played(2);
    let offer = table.command("south", "1", CommandKind::OfferTakeback).expect("offered");
    assert_eq!(table.refused("north", CommandKind::OfferTakeback), ErrorCode::AlreadyOffered);
    assert_eq!(
        table.refused("north", CommandKind::AnswerDraw { offer, accept: true, after: None }),
        ErrorCode::StaleOffer
    );
    table.command("north", "2", CommandKind::AnswerTakeback { offer, accept: true }).expect("taken back");
    let position = |table: &Table| projection::view(&table.room, Role::Spectator).position;
    assert_eq!(position(&table), position(&before), "both turns are taken back");
    table.play("south", "3", "N").expect("played again");
    assert_eq!(table.room.actions().len(), 1);
    let replayed = Room::replay(&table.log).expect("a log");
    assert_eq!(projection::view(&replayed, Role::Spectator), projection::view(&table.room, Role::Spectator));
}

#[test]
fn an_action_from_before_a_takeback_plays_nothing() {
    let mut table = played(0);
    let before = table.room.head();
    table.play("south", "1", "N").expect("played");
    let offer = table.command("south", "2", CommandKind::OfferTakeback).expect("offered");
    table.command("north", "3", CommandKind::AnswerTakeback { offer, accept: true }).expect("taken back");
    for late in before..table.room.head() {
        assert_eq!(table.refused("south", act_after(late, "N")), ErrorCode::WrongPosition, "{late}");
    }
    table.play("south", "4", "N").expect("the position after the takeback");
}

#[test]
fn chat_and_offers_leave_the_position_as_it_is() {
    let mut table = played(1);
    let seen = table.room.head();
    table.command("north", "1", CommandKind::OfferDraw).expect("offered");
    table.command("south", "2", CommandKind::Say("Muraho!".to_owned())).expect("said");
    table.command("north", "3", act_after(seen, "n")).expect("the position is the same");
}

#[test]
fn a_takeback_offer_is_for_the_own_last_turn_and_lapses_with_a_move() {
    let mut table = played(1);
    assert_eq!(
        table.refused("north", CommandKind::OfferTakeback),
        ErrorCode::CannotTakeBack,
        "North has not played"
    );
    let offer = table.command("south", "1", CommandKind::OfferTakeback).expect("offered");
    table.play("north", "2", "n").expect("played");
    assert_eq!(
        table.refused("north", CommandKind::AnswerTakeback { offer, accept: true }),
        ErrorCode::StaleOffer
    );
    let mut table = played(1);
    let offer = table.command("south", "1", CommandKind::OfferTakeback).expect("offered");
    table.command("north", "2", CommandKind::AnswerTakeback { offer, accept: false }).expect("declined");
    assert_eq!(table.room.takeback_offer(), None);
}

#[test]
fn a_move_that_reveals_a_store_cannot_be_taken_back() {
    let mut table = Table::new("azigo");
    table.play("south", "1", "A").expect("played");
    let offer =
        table.command("south", "2", CommandKind::OfferTakeback).expect("the store is still concealed");
    table.command("north", "3", CommandKind::AnswerTakeback { offer, accept: true }).expect("taken back");
    table.play("south", "4", "*").expect("entered");
    assert_eq!(table.refused("south", CommandKind::OfferTakeback), ErrorCode::CannotTakeBack);
    table.play("north", "5", "a").expect("played");
    assert_eq!(table.refused("south", CommandKind::OfferTakeback), ErrorCode::CannotTakeBack);
    table.command("north", "6", CommandKind::OfferTakeback).expect("North's move has revealed nothing");
}

#[test]
fn a_takeback_keeps_the_time_used_and_removes_the_increment() {
    let start = at(1_000_000);
    let mut table = Table::open_with_clock("kubuguza", TimeControl::Fischer { initial: 60, increment: 5 });
    table.context.now = start;
    table.command("north", "sit", CommandKind::Sit).expect("a free seat");
    table.play("south", "s-first", "O").expect("played");
    table.play("north", "n-first", "n").expect("played");
    table.context.now = start + ms(10_000);
    table.play("south", "1", "P").expect("played");
    let offer = table.command("south", "2", CommandKind::OfferTakeback).expect("offered");
    table.context.now = start + ms(15_000);
    table.command("north", "3", CommandKind::AnswerTakeback { offer, accept: true }).expect("taken back");
    let clocks = table.room.clocks().expect("clocks");
    let balance = clocks.balance;
    assert_eq!(
        (balance.south, balance.north),
        (ms(51_000), ms(56_000)),
        "the first second of each action is free"
    );
    assert_eq!(
        (clocks.running.map(|seat| *seat), clocks.runs_out_at),
        (Some(Seat::South), Some(start + ms(67_000)))
    );

    table.play("south", "4", "P").expect("played");
    table.play("north", "5", "p").expect("played");
    let offer = table.command("south", "6", CommandKind::OfferTakeback).expect("offered");
    table.command("north", "7", CommandKind::AnswerTakeback { offer, accept: true }).expect("taken back");
    assert_eq!(
        table.room.clocks().map(|clocks| clocks.balance),
        Some(balance),
        "the increments of both turns are removed"
    );
}

#[test]
fn a_first_turn_that_is_taken_back_had_no_increment() {
    let mut table = Table::open_with_clock("kubuguza", TimeControl::Fischer { initial: 60, increment: 5 });
    table.context.now = at(1_000_000);
    table.command("north", "sit", CommandKind::Sit).expect("a free seat");
    for (who, ply, action) in [("south", 0, "O"), ("north", 1, "n"), ("south", 2, "P")] {
        table.play(who, &format!("p{ply}"), action).expect("played");
    }
    let offer = table.command("north", "1", CommandKind::OfferTakeback).expect("offered");
    table.command("south", "2", CommandKind::AnswerTakeback { offer, accept: true }).expect("taken back");
    let clocks = table.room.clocks().expect("clocks");
    assert_eq!((clocks.balance.south, clocks.balance.north), (ms(60_000), ms(60_000)));
    assert_eq!(clocks.first_turn_by, Some(at(1_060_000)), "it is North's first turn again");
}

#[test]
fn by_correspondence_a_turn_has_all_its_days_after_a_takeback() {
    let start = at(1_000_000);
    let day = Duration::from_hours(24);
    let mut table = Table::open_with_clock("kubuguza", TimeControl::Days(3));
    table.context.now = start;
    table.command("north", "sit", CommandKind::Sit).expect("a free seat");
    table.play("south", "1", "O").expect("played");
    let offer = table.command("south", "2", CommandKind::OfferTakeback).expect("offered");
    table.context.now = start + 2 * day;
    table.command("north", "3", CommandKind::AnswerTakeback { offer, accept: true }).expect("taken back");
    assert_eq!(table.room.due(), Some(start + 5 * day));
    table.play("south", "4", "O").expect("played");
    assert_eq!(table.room.due(), Some(start + 5 * day));
}

#[test]
fn a_turn_is_taken_back_at_once_soon_after_an_offer() {
    let mut table = Table::new("kubuguza");
    assert_eq!(table.refused("south", CommandKind::TakeBack), ErrorCode::CannotTakeBack);
    table.play("south", "1", "O").expect("played");
    let offer = table.command("south", "2", CommandKind::OfferDraw).expect("offered");
    table
        .command("north", "3", CommandKind::AnswerDraw { offer, accept: false, after: None })
        .expect("declined");
    assert_eq!(table.refused("south", CommandKind::OfferTakeback), ErrorCode::AlreadyOffered);
    let taken_back = table.command("south", "4", CommandKind::TakeBack).expect("taken back");
    assert_eq!(table.command("south", "4", CommandKind::TakeBack), Ok(taken_back), "the same command");
    assert!(table.room.actions().is_empty());
    let replayed = Room::replay(&table.log).expect("a log");
    assert!(replayed.actions().is_empty() && replayed.takeback_offer().is_none());
}

#[test]
fn a_game_allows_at_most_50_takebacks() {
    let mut table = Table::new("kubuguza");
    for time in 0..50 {
        table.play("south", &format!("a{time}"), "O").expect("played");
        let offer = table.command("south", &format!("b{time}"), CommandKind::OfferTakeback).expect("offered");
        table
            .command("north", &format!("c{time}"), CommandKind::AnswerTakeback { offer, accept: true })
            .expect("taken back");
    }
    table.play("south", "on", "O").expect("played");
    assert_eq!(table.refused("south", CommandKind::OfferTakeback), ErrorCode::CannotTakeBack);
}

#[test]
fn a_taken_back_capture_is_not_counted() {
    let mut table = Table::new("kubuguza");
    let mut last = "";
    while table.room.captured() == Captured::default() {
        let game = table.room.game().expect("a board");
        let ply = game.plies();
        let legal = game.legal_actions();
        let action = legal.iter().next().expect("the seat to move can act");
        last = if game.to_move() == Some(Seat::South) { "south" } else { "north" };
        table.play(last, &format!("p{ply}"), &action.to_string()).expect("played");
    }
    let other = if last == "south" { "north" } else { "south" };
    let offer = table.command(last, "offer", CommandKind::OfferTakeback).expect("offered");
    table.command(other, "answer", CommandKind::AnswerTakeback { offer, accept: true }).expect("taken back");
    assert_eq!(table.room.captured(), Captured::default());
}

#[test]
fn a_rematch_begins_with_the_seats_swapped() {
    let mut table = resigned();
    let offer = table.command("south", "2", CommandKind::OfferRematch(next())).expect("offered");
    assert_eq!(table.refused("south", CommandKind::OfferRematch(next())), ErrorCode::AlreadyOffered);
    for kind in
        [CommandKind::OfferRematch(next()), CommandKind::AnswerRematch { offer, accept: Some(next()) }]
    {
        let command = Command { id: "3".parse().expect("an id"), hash: super::CommandHash::of("3"), kind };
        let answer = table.room.handle(game(), &player("north"), &command, &table.context).expect("begun");
        let Decision::Accepted { rematch: Some(NewRematch { id, facts }), .. } = answer else {
            panic!("{answer:?}")
        };
        assert_eq!(id, next());
        let entry = |(fact, seq)| Entry { seq, at: at(1), origin: None, fact };
        let log: Vec<Entry> = facts.into_iter().zip(1..).map(entry).collect();
        let room = Room::replay(&log).expect("a log");
        assert_eq!(room.seats().south, Some(player("north")));
        assert_eq!(room.seats().north, Some(player("south")));
    }
}

#[test]
fn after_a_declined_rematch_only_the_other_player_may_offer_one() {
    let mut table = resigned();
    let offer = table.command("south", "2", CommandKind::OfferRematch(next())).expect("offered");
    assert_eq!(
        table.refused("north", CommandKind::AnswerRematch { offer: offer + 1, accept: None }),
        ErrorCode::StaleOffer
    );
    table.command("north", "3", CommandKind::AnswerRematch { offer, accept: None }).expect("declined");
    assert_eq!(table.refused("south", CommandKind::OfferRematch(next())), ErrorCode::AlreadyOffered);
    let offer =
        table.command("north", "4", CommandKind::OfferRematch(next())).expect("the other player may offer");
    table.command("south", "5", CommandKind::AnswerRematch { offer, accept: Some(next()) }).expect("begun");
    assert!(matches!(table.log.last().map(|entry| &entry.fact), Some(Fact::Rematched { .. })));
    assert_eq!(table.refused("north", CommandKind::OfferRematch(next())), ErrorCode::AlreadyOffered);
}

#[test]
fn previews_are_shown_when_both_players_agree() {
    let mut table = Table::new("kubuguza");
    let offer = table.command("south", "1", CommandKind::OfferPreviews).expect("offered");
    assert_eq!(table.refused("south", CommandKind::OfferPreviews), ErrorCode::AlreadyOffered);
    let accept = CommandKind::AnswerPreviews { offer, accept: true };
    assert_eq!(table.refused("south", accept.clone()), ErrorCode::OwnOffer);
    table.play("south", "2", "O").expect("played");
    assert_eq!(table.room.previews_offer().map(|open| open.offer), Some(offer), "it stays open");
    assert!(!table.room.previews_agreed());
    table.command("north", "3", accept).expect("agreed");
    assert!(table.room.previews_agreed() && table.room.previews_offer().is_none());
    for player in ["south", "north"] {
        assert_eq!(table.refused(player, CommandKind::OfferPreviews), ErrorCode::AlreadyOffered);
    }
}

#[test]
fn two_offers_of_previews_are_an_agreement() {
    let mut table = Table::new("kubuguza");
    table.command("south", "1", CommandKind::OfferPreviews).expect("offered");
    table.command("north", "2", CommandKind::OfferPreviews).expect("agreed");
    assert!(table.room.previews_agreed());
}

#[test]
fn declined_previews_are_not_offered_again_by_the_same_player() {
    let mut table = Table::new("kubuguza");
    let offer = table.command("south", "1", CommandKind::OfferPreviews).expect("offered");
    table.command("north", "2", CommandKind::AnswerPreviews { offer, accept: false }).expect("declined");
    assert_eq!(table.refused("south", CommandKind::OfferPreviews), ErrorCode::AlreadyOffered);
    let offer = table.command("north", "3", CommandKind::OfferPreviews).expect("the other player may");
    table.command("south", "4", CommandKind::Resign).expect("resigned");
    assert_eq!(table.room.previews_offer(), None, "the end closes the offer");
    let late = CommandKind::AnswerPreviews { offer, accept: true };
    assert_eq!(table.refused("south", late), ErrorCode::GameOver);
}

#[test]
fn against_a_bot_nobody_has_to_ask_for_previews() {
    let mut table = Table::open("kubuguza");
    table.command("bot-of-somebody", "sit", CommandKind::Sit).expect("a free seat");
    assert_eq!(table.refused("south", CommandKind::OfferPreviews), ErrorCode::AlreadyOffered);
}
