//! One WebSocket: messages in, events out, any number of games up to a bound.

use std::net::SocketAddr;
use std::pin::pin;
use std::time::Duration;

use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{ConnectInfo, State};
use axum::response::{IntoResponse, Response};
use futures_util::FutureExt;
use futures_util::future::{self, BoxFuture};
use ikibuguzo_protocol::{ClientMessage, ErrorCode, MAX_CLIENT_MESSAGE};
use tokio::task::coop::consume_budget;
use tokio::task::yield_now;
use tokio::time::{MissedTickBehavior, interval, sleep, timeout_at};

use super::frames::{Gone, Wire};
use super::session::{Answer, Heard, Session};
use crate::api::problem::Failure;
use crate::app::App;
use crate::error::Error;
use crate::live::outbox::{OutboundFrame, Outbox, Outgoing};
use crate::net::close_reason::CloseReason;
use crate::net::limits::ConnectionPermit;
use crate::ws::poll_if_woken::PollIfWoken;

/// Beats that a socket may stay silent.
const BEATS: u32 = 2;

/// A frame up to here is read whole and refused if it is too large for a message; a longer one ends the socket.
const FRAME_LIMIT: usize = 4 * MAX_CLIENT_MESSAGE;

/// The library's own buffer would be 128 KiB for each socket, and it fills what it is given with zeros before each read;
/// few messages are longer than this.
const READ_BUFFER: usize = 512;

/// Times that a socket with many games lets them have their turn before it sends what they say: those that were
/// committed together speak a few at a time.
const ROUNDS: usize = 6;

/// For so long answers wait for the next one, where a client says several things in one go.
const MOMENT: Duration = Duration::from_millis(10);

/// What is said in one go is sent in one go, up to here: a move in each of thirty games.
const WRITE_BUFFER: usize = 16 * 1024;

/// `GET /ws`.
pub async fn upgrade(
    State(app): State<App>,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Response {
    let Ok(upgrade) = upgrade else {
        let message = "this path is for WebSockets, as docs/PROTOCOL.md describes them";
        return Failure::from(Error::new(ErrorCode::BadBody, message)).into_response();
    };
    let Some(guest) = app.door.admit(address.ip(), app.limits.of_sockets()) else {
        let message = "too many sockets are open; one socket follows up to 32 games";
        return Failure::from(Error::new(ErrorCode::TooManySockets, message)).into_response();
    };
    let sockets = app.sockets.clone();
    upgrade
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(WRITE_BUFFER)
        .max_write_buffer_size(1 << 20)
        .max_message_size(FRAME_LIMIT)
        .max_frame_size(FRAME_LIMIT)
        .on_upgrade(move |socket| sockets.track_future(serve(app, socket, guest)))
}

/// Talks with a socket to its end; the guest stays counted until then.
async fn serve(app: App, socket: WebSocket, _guest: ConnectionPermit) {
    let mut wire = Wire::new(socket, app.limits.send, app.metrics.clone());
    let (outbox, outgoing) = Outbox::new(app.number_socket());
    let mut session = Session::new(app, outbox);
    let end = converse(&mut wire, &mut session, outgoing).await;
    let goodbye = end.map_or_else(|gone| gone.goodbye(), Some);
    if let Some(CloseReason { code: ErrorCode::SlowReader, .. }) = &goodbye {
        session.app.metrics.slow_closes.inc();
    }
    // Nobody waits for somebody who may not even listen to a goodbye.
    session.leave_all().await;
    if let Some(goodbye) = goodbye {
        // A client that does not listen any more misses nothing that it could not resume.
        let _ = wire.say_goodbye(goodbye).await;
    }
}

async fn converse(
    wire: &mut Wire,
    session: &mut Session,
    mut outgoing: Outgoing,
) -> Result<CloseReason, Gone> {
    let (closing, overflow) = (session.app.closing.clone(), session.outbox.overflow().clone());
    // Made once: what waits in a line leaves it when it is dropped, and its bell is not rung any more.
    let (mut closing, mut overflow) = (pin!(closing.cancelled()), pin!(overflow.cancelled()));
    let mut hello = pin!(sleep(session.app.limits.hello));
    let mut beat = interval(session.app.limits.beat);
    beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    beat.reset();
    let mut silent_beats = 0;
    let (mut frames, mut alarms) = (PollIfWoken::new(), PollIfWoken::new());
    loop {
        let hello = hello.as_mut();
        let alarm = async {
            tokio::select! {
                biased;
                () = hello, if !session.greeted() => Alarm::NoHello,
                _ = beat.tick() => Alarm::Beat,
                () = overflow.as_mut() => Alarm::Overflow,
                () = closing.as_mut() => Alarm::Closing,
            }
        };
        tokio::select! {
            // What comes most often is asked first; the runtime sees to it that nobody talks without end.
            biased;
            Some(line) = outgoing.recv() => pass_all_on(wire, session, line, &mut outgoing).await?,
            frame = frames.answer(wire.recv()), if session.listens() => {
                silent_beats = 0;
                if let Some(goodbye) = take_all(wire, session, frame, &mut outgoing).await? {
                    return Ok(goodbye);
                }
            }
            alarm = alarms.answer(alarm) => match alarm {
                Alarm::NoHello => return Ok(CloseReason::NO_HELLO),
                Alarm::Beat => {
                    // Whoever is not listened to just now is not silent.
                    silent_beats += u32::from(session.listens());
                    if silent_beats > BEATS {
                        return Ok(CloseReason::SILENT);
                    }
                    wire.ping().await?;
                }
                // Only lines that wait overflow, and they have been read by now.
                Alarm::Overflow => return Ok(CloseReason::SLOW_READER),
                Alarm::Closing => {
                    Box::pin(answer_until(wire, session, &mut outgoing, Session::has_answered)).await?;
                    return Ok(CloseReason::RESTARTING);
                }
            }
        }
    }
}

/// What a client sends; none when the connection has ended.
type Frame = Option<Result<Message, axum::Error>>;

/// What happens on a socket without its client or a room.
enum Alarm {
    /// The client has not said hello in time.
    NoHello,
    /// It is time to see whether the client is there.
    Beat,
    /// There was too much to say, and some of it was not.
    Overflow,
    /// The server stops.
    Closing,
}

/// Waits until enough of the commands that were heard are answered.
async fn answer_until(
    wire: &mut Wire,
    session: &mut Session,
    outgoing: &mut Outgoing,
    is_enough: impl Fn(&Session) -> bool,
) -> Result<(), Gone> {
    let overflow = session.outbox.overflow().clone();
    loop {
        pass_on_what_waits(wire, session, outgoing).await?;
        if is_enough(session) {
            return Ok(());
        }
        wire.flush().await?;
        tokio::select! {
            biased;
            Some(line) = outgoing.recv() => pass_on(wire, session, line).await?,
            // What did not fit into the queue is answered by nobody.
            () = overflow.cancelled() => return Ok(()),
        }
    }
}

async fn pass_on(wire: &mut Wire, session: &mut Session, line: OutboundFrame) -> Result<(), Gone> {
    match session.pass_on(line) {
        Some(text) => wire.send(text).await,
        None => Ok(()),
    }
}

/// A line and everything else that waits, in one go: an acknowledgement together with the event that it is for, and what
/// all the games have to say that were committed together.
async fn pass_all_on(
    wire: &mut Wire,
    session: &mut Session,
    first: OutboundFrame,
    outgoing: &mut Outgoing,
) -> Result<(), Gone> {
    pass_on(wire, session, first).await?;
    for _ in 0..ROUNDS {
        if session.follows_many() {
            yield_now().await;
        }
        if !pass_on_what_waits(wire, session, outgoing).await? {
            break;
        }
    }
    wire.flush().await
}

/// Whether there was anything.
async fn pass_on_what_waits(
    wire: &mut Wire,
    session: &mut Session,
    outgoing: &mut Outgoing,
) -> Result<bool, Gone> {
    let mut any = false;
    while let Some(line) = outgoing.try_recv() {
        pass_on(wire, session, line).await?;
        any = true;
    }
    Ok(any)
}

/// Answers a frame, and those that have come behind it, in one go; what ends the conversation is a goodbye.
async fn take_all(
    wire: &mut Wire,
    session: &mut Session,
    first: Frame,
    outgoing: &mut Outgoing,
) -> Result<Option<CloseReason>, Gone> {
    let mut next = Some(first);
    while let Some(frame) = next {
        match take(wire, session, frame, outgoing).await {
            Ok(None) => {}
            Err(Gone::Left) => {
                // Whoever has said all that they had to say may still listen.
                let _ = pass_on_what_waits(wire, session, outgoing).await;
                let _ = wire.flush().await;
                return Err(Gone::Left);
            }
            ended => return ended,
        }
        // A move is answered by a line, so there is mostly nothing to wait with.
        let has_more = wire.has_said_something() && session.listens();
        next = if has_more { next_ready(wire).await } else { None };
    }
    if wire.has_said_something() {
        // What waits to be sent with something else waits for no better.
        pass_on_what_waits(wire, session, outgoing).await?;
        wire.flush().await?;
    }
    Ok(None)
}

/// The next frame, if it has come already. Whoever says much in one go lets others have their turn in between.
async fn next_ready(wire: &mut Wire) -> Option<Frame> {
    consume_budget().await;
    wire.recv().now_or_never()
}

async fn take(
    wire: &mut Wire,
    session: &mut Session,
    frame: Frame,
    outgoing: &mut Outgoing,
) -> Result<Option<CloseReason>, Gone> {
    match frame {
        Some(Ok(Message::Text(text))) => answer(wire, session, &text, outgoing).await?,
        Some(Ok(Message::Binary(_))) => {
            wire.refuse(ErrorCode::BinaryFrame, "send JSON in text frames").await?;
        }
        // The pong is on its way before the next ping is read: whoever reads no pongs is not heard any more.
        Some(Ok(Message::Ping(_))) => wire.flush().await?,
        Some(Ok(Message::Pong(_))) => {}
        Some(Ok(Message::Close(_))) | None => return Err(Gone::Left),
        Some(Err(error)) => return CloseReason::to_sender_of(error).map(Some).ok_or(Gone::Left),
    }
    Ok(None)
}

async fn answer(
    wire: &mut Wire,
    session: &mut Session,
    text: &str,
    outgoing: &mut Outgoing,
) -> Result<(), Gone> {
    if text.len() > MAX_CLIENT_MESSAGE {
        return wire.refuse(ErrorCode::FrameTooLarge, "a message has at most 4,096 bytes").await;
    }
    let message = ClientMessage::parse(text);
    match message {
        Ok(ClientMessage::Act { .. } | ClientMessage::Arrange { .. }) => {}
        // Its answer may tell of what a command has made, and the acknowledgement goes before.
        Ok(ClientMessage::Join { game, .. }) => {
            let is_enough = |session: &Session| session.has_answered_in(game);
            Box::pin(answer_until(wire, session, outgoing, is_enough)).await?;
        }
        // Whoever says anything but a move first hears what waits: a pong tells how far games are.
        _ => drop(pass_on_what_waits(wire, session, outgoing).await?),
    }
    let Answer { message, missed } = match session.hear(message) {
        Heard::Answered(answer) => answer,
        Heard::Asked(answer) => wait_for(wire, answer).await?,
    };
    if let Some(message) = message {
        wire.say(&message).await?;
    }
    for line in missed {
        wire.send(line.text).await?;
    }
    Ok(())
}

/// Waits for something to its end. Where that takes more than a moment, what was said before goes out meanwhile.
async fn wait_for<T>(wire: &mut Wire, mut something: BoxFuture<'_, T>) -> Result<T, Gone> {
    if let Some(due) = wire.due_within(MOMENT) {
        match Box::pin(timeout_at(due, something.as_mut())).await {
            Ok(done) => return Ok(done),
            Err(_) => {
                let (flushed, done) = Box::pin(future::join(wire.flush(), something)).await;
                return flushed.map(|()| done);
            }
        }
    }
    Ok(something.await)
}
