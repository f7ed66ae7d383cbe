//! One WebSocket: messages in, events out, any number of games up to a bound.

mod goodbye;
mod session;

use std::net::SocketAddr;
use std::pin::pin;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::extract::{ConnectInfo, State};
use axum::response::{IntoResponse, Response};
use futures_util::SinkExt;
use ikibuguzo_protocol::{ErrorCode, MAX_CLIENT_MESSAGE, Refusal, ServerMessage};
use tokio::sync::mpsc;
use tokio::time::{MissedTickBehavior, interval, sleep, timeout};
use tokio_util::sync::CancellationToken;

use crate::app::App;
use crate::http::problem::Failure;
use crate::limits::Guest;
use crate::lobby::{Line, Outbox};
use crate::room::Rejection;
use goodbye::Goodbye;
use session::Session;

/// Lines that a socket may have still to send before it counts as too slow.
const OUTBOX: usize = 256;

/// Beats that a socket may stay silent.
const BEATS: u32 = 2;

/// How long sending one line may take.
const SEND_LIMIT: Duration = Duration::from_secs(10);

/// A frame up to here is read whole and refused if it is too large for a message; a longer one ends the socket.
const FRAME_LIMIT: usize = 4 * MAX_CLIENT_MESSAGE;

/// The library's own buffer would be 128 KiB for each socket.
const READ_BUFFER: usize = 4096;

/// `GET /ws`.
pub async fn upgrade(
    State(app): State<App>,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Response {
    let Ok(upgrade) = upgrade else {
        let message = "this path is for WebSockets, as docs/PROTOCOL.md describes them";
        return Failure::from(Rejection::new(ErrorCode::BadBody, message)).into_response();
    };
    let Some(guest) = app.door.admit(address.ip(), &app.limits) else {
        let message = "too many sockets are open; one socket follows up to 32 games";
        return Failure::from(Rejection::new(ErrorCode::TooManySockets, message)).into_response();
    };
    let sockets = app.sockets.clone();
    upgrade
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(0)
        .max_write_buffer_size(1 << 20)
        .max_message_size(FRAME_LIMIT)
        .max_frame_size(FRAME_LIMIT)
        .on_upgrade(move |socket| sockets.track_future(serve(app, socket, guest)))
}

/// The client is gone: there is nobody to tell anything.
struct Gone;

/// Talks with a socket to its end; the guest stays counted until then.
async fn serve(app: App, mut socket: WebSocket, _guest: Guest) {
    let (lines, outgoing) = mpsc::channel(OUTBOX);
    let outbox = Outbox { socket: app.number_socket(), lines, overflow: CancellationToken::new() };
    let mut session = Session::new(app, outbox);
    if let Ok(goodbye) = converse(&mut socket, &mut session, outgoing).await {
        // A client that does not listen any more misses nothing that it could not resume.
        let _ = say_goodbye(&mut socket, goodbye).await;
    }
    session.leave_all().await;
}

async fn converse(
    socket: &mut WebSocket,
    session: &mut Session,
    mut outgoing: mpsc::Receiver<Line>,
) -> Result<Goodbye, Gone> {
    let (stop, overflow) = (session.app.stop.clone(), session.outbox.overflow.clone());
    let mut hello = pin!(sleep(session.app.limits.hello));
    let mut beat = interval(session.app.limits.beat);
    beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    beat.reset();
    let mut silent_beats = 0;
    loop {
        tokio::select! {
            biased;
            () = stop.cancelled() => return Ok(Goodbye::RESTARTING),
            () = overflow.cancelled() => return Ok(Goodbye::SLOW_READER),
            Some(line) = outgoing.recv() => {
                if let Some(text) = session.pass_on(line) {
                    send(socket, text).await?;
                }
            }
            () = &mut hello, if !session.greeted() => return Ok(Goodbye::NO_HELLO),
            _ = beat.tick() => {
                silent_beats += 1;
                if silent_beats > BEATS {
                    return Ok(Goodbye::SILENT);
                }
                write(socket, Message::Ping(Bytes::new())).await?;
            }
            frame = socket.recv() => {
                silent_beats = 0;
                if let Some(goodbye) = take(socket, session, frame).await? {
                    return Ok(goodbye);
                }
            }
        }
    }
}

/// Answers a frame; what ends the conversation is a goodbye.
async fn take(
    socket: &mut WebSocket,
    session: &mut Session,
    frame: Option<Result<Message, axum::Error>>,
) -> Result<Option<Goodbye>, Gone> {
    match frame {
        Some(Ok(Message::Text(text))) => answer(socket, session, &text).await?,
        Some(Ok(Message::Binary(_))) => {
            refuse(socket, ErrorCode::BinaryFrame, "send JSON in text frames").await?;
        }
        Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
        Some(Ok(Message::Close(_))) => {
            flush(socket).await?;
            return Err(Gone);
        }
        None => return Err(Gone),
        Some(Err(error)) => return Goodbye::to_sender_of(error).map(Some).ok_or(Gone),
    }
    Ok(None)
}

async fn answer(socket: &mut WebSocket, session: &mut Session, text: &str) -> Result<(), Gone> {
    if text.len() > MAX_CLIENT_MESSAGE {
        return refuse(socket, ErrorCode::FrameTooLarge, "a message has at most 4,096 bytes").await;
    }
    for line in session.hear(text).await {
        send(socket, line.to_json().into()).await?;
    }
    Ok(())
}

async fn refuse(socket: &mut WebSocket, code: ErrorCode, message: &str) -> Result<(), Gone> {
    send(socket, ServerMessage::Refused(Refusal::new(code, message)).to_json().into()).await
}

async fn say_goodbye(socket: &mut WebSocket, Goodbye { code, message, close }: Goodbye) -> Result<(), Gone> {
    send(socket, ServerMessage::Bye { code, message: message.to_owned() }.to_json().into()).await?;
    let frame = CloseFrame { code: close, reason: Utf8Bytes::from_static(message) };
    write(socket, Message::Close(Some(frame))).await
}

async fn send(socket: &mut WebSocket, line: Utf8Bytes) -> Result<(), Gone> {
    write(socket, Message::Text(line)).await
}

async fn write(socket: &mut WebSocket, message: Message) -> Result<(), Gone> {
    within_limit(socket.send(message)).await
}

/// Sends what the library has answered by itself, pongs and the answer to a close. It would be sent with the next
/// frame that is read or written, which may never come.
async fn flush(socket: &mut WebSocket) -> Result<(), Gone> {
    within_limit(socket.flush()).await
}

async fn within_limit(sending: impl Future<Output = Result<(), axum::Error>>) -> Result<(), Gone> {
    match timeout(SEND_LIMIT, sending).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) | Err(_) => Err(Gone),
    }
}
