//! What nearly all that a server says consists of, a move and its acknowledgement, written as JSON by hand.
//!
//! serde_json looks at every character of every key and hands on every piece by itself, which was a fifth of what a move
//! cost outside the kernel. What is written here is words of our own, ids, letters of holes and whole numbers, so
//! nothing has to be escaped. A test holds it to what serde_json writes, over games of every kind.

use ikibuguzo_engine::Seat;

use crate::{
    Captured, ClockView, CommandId, Event, GameId, Happening, Lap, Pending, PositionView, Receipt, Stores,
    Text,
};

/// What most moves fit into, in bytes, so that they are written without growing.
const MOVE: usize = 1024;

/// What nearly all acknowledgements fit into, in bytes.
const ACK: usize = 128;

/// [`ServerMessage::Ack`](crate::ServerMessage::Ack).
pub(crate) fn ack(game: GameId, id: &CommandId, seq: u64) -> String {
    let mut pen = Pen(String::with_capacity(ACK));
    pen.put(r#"{"type":"ack","game":"#).word(game.as_str());
    pen.put(r#","id":"#).word(id.as_str());
    pen.put(r#","seq":"#).number(seq);
    pen.put("}");
    pen.0
}

/// The message that tells a move; none where the event is something else.
pub(crate) fn acted(game: GameId, event: &Event) -> Option<String> {
    let Event { seq, at, what } = event;
    let Happening::Acted { seat, ply, action, laps, position, receipt, clock } = what else {
        return None;
    };
    let mut pen = Pen(String::with_capacity(MOVE));
    pen.put(r#"{"type":"event","game":"#).word(game.as_str());
    pen.put(r#","seq":"#).number(*seq);
    pen.put(r#","at":"#).number(*at);
    pen.put(r#","kind":"acted","seat":"#).word(seat.as_str());
    pen.put(r#","ply":"#).number(*ply);
    pen.put(r#","action":"#).word(action.as_str());
    pen.put(r#","laps":"#).list(laps, Pen::lap);
    pen.put(r#","position":"#).position(position);
    if let Some(receipt) = receipt {
        pen.receipt(receipt);
    }
    if let Some(clock) = clock {
        pen.clock(clock);
    }
    pen.put("}");
    Some(pen.0)
}

struct Pen(String);

impl Pen {
    fn position(&mut self, position: &PositionView) {
        let PositionView { holes, stores, ply, turns, to_move, pending, legal } = position;
        self.put(r#"{"holes":{"south":"#).list(&holes.south, |pen, counters| pen.number(*counters));
        self.put(r#","north":"#).list(&holes.north, |pen, counters| pen.number(*counters));
        self.put("}");
        if let Some(stores) = stores {
            self.stores(stores);
        }
        self.put(r#","ply":"#).number(*ply);
        self.put(r#","turns":"#).number(*turns);
        self.put(r#","to_move":"#).seat(*to_move);
        self.put(r#","pending":"#).option(pending.as_ref(), Self::pending);
        self.put(r#","legal":"#).list(legal, |pen, action| pen.word(action.as_str()));
        self.put("}");
    }

    fn stores(&mut self, Stores { south, north }: &Stores) {
        self.put(r#","stores":{"south":"#).option(*south, Self::number);
        self.put(r#","north":"#).option(*north, Self::number);
        self.put("}");
    }

    fn pending(&mut self, Pending { hole, hand }: &Pending) {
        self.put(r#"{"hole":"#).word(hole.as_str());
        self.put(r#","hand":"#).number(*hand);
        self.put("}");
    }

    fn lap(&mut self, lap: &Lap) {
        match lap {
            Lap::Sown { from, dir, count, last, captured } => {
                self.put(r#"{"from":"#).word(from.as_str());
                self.put(r#","dir":"#).word(dir.as_str());
                self.sown(*count, last.as_str(), captured);
            }
            Lap::Entered { enter, count, last, captured } => {
                self.put(r#"{"enter":"#).word(enter.as_str());
                self.sown(*count, last.as_str(), captured);
            }
            Lap::Passed { pass } => {
                self.put(r#"{"pass":"#).put(if *pass { "true" } else { "false" });
            }
            Lap::Endless { endless } => self.put(r#"{"endless":"#).word(endless.as_str()),
        }
        self.put("}");
    }

    fn sown(&mut self, count: u8, last: &str, captured: &[Captured]) {
        self.put(r#","count":"#).number(count);
        self.put(r#","last":"#).word(last);
        if !captured.is_empty() {
            self.put(r#","captured":"#).list(captured, Self::captured);
        }
    }

    fn captured(&mut self, (hole, counters): &Captured) {
        self.put("[").word(hole.as_str());
        self.put(",").number(*counters);
        self.put("]");
    }

    fn receipt(&mut self, Receipt { arrival, charge, balance }: &Receipt) {
        self.put(r#","receipt":{"arrival":"#).number(*arrival);
        self.put(r#","charge":"#).number(*charge);
        self.put(r#","balance":"#).number(*balance);
        self.put("}");
    }

    fn clock(&mut self, ClockView { balance, running, runs_out_at }: &ClockView) {
        self.put(r#","clock":{"balance":{"south":"#).number(balance.south);
        self.put(r#","north":"#).number(balance.north);
        self.put(r#"},"running":"#).seat(*running);
        self.put(r#","runs_out_at":"#).option(*runs_out_at, Self::number);
        self.put("}");
    }

    fn seat(&mut self, seat: Option<Text<Seat>>) {
        self.option(seat, |pen, seat| pen.word(seat.as_str()));
    }

    fn list<T>(&mut self, items: &[T], write: impl Fn(&mut Self, &T)) {
        self.put("[");
        for (place, item) in items.iter().enumerate() {
            if place > 0 {
                self.put(",");
            }
            write(self, item);
        }
        self.put("]");
    }

    fn option<T>(&mut self, value: Option<T>, write: impl Fn(&mut Self, T)) {
        if let Some(value) = value {
            write(self, value);
        } else {
            self.put("null");
        }
    }

    fn number(&mut self, number: impl Into<u64>) {
        let number = number.into();
        if number >= 10 {
            self.number(number / 10);
        }
        self.0.push(char::from(b'0' + (number % 10) as u8));
    }

    fn word(&mut self, word: &str) {
        self.put("\"").put(word).put("\"");
    }

    fn put(&mut self, json: &str) -> &mut Self {
        self.0.push_str(json);
        self
    }
}
