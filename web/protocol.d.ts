// The types of the wire. Made from `protocol/src` by
//
//     cargo run -p ikibuguzo-protocol --example types > web/protocol.d.ts
//
// and not to be changed by hand.

/** An action: `N` sows from N anti-clockwise, `N<` clockwise; `*` enters the store along the own row, `*>` into the opponent's; `-` passes. */
export type Action = string;

/** How two opening arrays fared against each other. */
export type ArraysScore = {
  /** What each seat arranged. */
  arrays: {
    /** South's. */
    south: OpeningArray;
    /** North's. */
    north: OpeningArray;
  };
  /** Games with a result. */
  games: number;
  /** Games that each seat won. */
  won: {
    /** South's. */
    south: number;
    /** North's. */
    north: number;
  };
  /** Games that nobody won. */
  drawn: number;
};

/** What one action has cost. */
export type Bill = {
  /** Its event. */
  seq: number;
  /** Who acted. */
  seat: Seat;
  /** When the server heard it: milliseconds since 1970-01-01 UTC. */
  arrival: number;
  /** What the seat was charged, in milliseconds. */
  charge: number;
  /** What the seat has left, in milliseconds, with the increment if the action ended the turn. */
  balance: number;
};

/** What a player can claim of a game whose other player has been gone for too long. */
export type Claim =
  /** The win. */
  | "win"
  /** An end without a result, before both seats have made a turn. */
  | "abort";

/**
 * A message from a client. All but `hello`, `join`, `leave` and `ping` are commands: they carry an id made by the
 * client, and the same id again, on any socket or over `POST /api/commands`, gets the first answer and changes nothing.
 */
export type ClientMessage =
  /** The first message on a socket: who speaks. No token: a spectator. */
  | {
    type: "hello";
    /** The player's token. */
    token?: Token | null;
  }
  /** Follow a game. Answered by `game`, then by every event after its `seq`. */
  | {
    type: "join";
    /** The game. */
    game: GameId;
    /** The last `seq` that the client has; none for a snapshot. */
    since?: number | null;
  }
  /** Follow a game no longer. */
  | {
    type: "leave";
    /** The game. */
    game: GameId;
  }
  /** Arrange the counters of one's side. Sealed until both seats have arranged. */
  | {
    type: "arrange";
    /** The game. */
    game: GameId;
    /** The client's id for this command. */
    id: CommandId;
    /** The array. */
    array: OpeningArray;
  }
  /** Play an action. */
  | {
    type: "act";
    /** The game. */
    game: GameId;
    /** The client's id for this command. */
    id: CommandId;
    /** The ply that this action answers: the number of actions played so far. */
    ply: number;
    /** The action in its notation; kept as text so that a misspelling is answered with its own code. */
    action: string;
  }
  /** Give the game up. */
  | {
    type: "resign";
    /** The game. */
    game: GameId;
    /** The client's id for this command. */
    id: CommandId;
  }
  /** Offer a draw. */
  | {
    type: "offer_draw";
    /** The game. */
    game: GameId;
    /** The client's id for this command. */
    id: CommandId;
  }
  /** Take or decline a draw. */
  | {
    type: "answer_draw";
    /** The game. */
    game: GameId;
    /** The client's id for this command. */
    id: CommandId;
    /** The offer that is answered: the `seq` of its event. */
    offer: number;
    /** Whether to take it. */
    accept: boolean;
  }
  /** Ask to take back one's last turn, and what followed it. */
  | {
    type: "offer_takeback";
    /** The game. */
    game: GameId;
    /** The client's id for this command. */
    id: CommandId;
  }
  /** Let the other's last turn be taken back, or not. */
  | {
    type: "answer_takeback";
    /** The game. */
    game: GameId;
    /** The client's id for this command. */
    id: CommandId;
    /** The offer that is answered: the `seq` of its event. */
    offer: number;
    /** Whether to take it. */
    accept: boolean;
  }
  /** Offer another game with the seats swapped; when both seats have offered, it begins. */
  | {
    type: "offer_rematch";
    /** The game that is over. */
    game: GameId;
    /** The client's id for this command. */
    id: CommandId;
  }
  /** Take or decline a rematch. */
  | {
    type: "answer_rematch";
    /** The game that is over. */
    game: GameId;
    /** The client's id for this command. */
    id: CommandId;
    /** The offer that is answered: the `seq` of its event. */
    offer: number;
    /** Whether to take it. */
    accept: boolean;
  }
  /** The opponent has been gone for too long: win the game, or end it without a result. */
  | {
    type: "claim";
    /** The game. */
    game: GameId;
    /** The client's id for this command. */
    id: CommandId;
    /** What is claimed. */
    claim: Claim;
  }
  /** Say something to the opponent; everybody who follows the game hears it. */
  | {
    type: "say";
    /** The game. */
    game: GameId;
    /** The client's id for this command. */
    id: CommandId;
    /** What to say: 1 to 200 characters on one line. */
    text: string;
  }
  /** Ask for life and for the newest `seq` of each joined game. Answered by `pong`. */
  | {
    type: "ping";
  };

/** The answer to `GET /api/games/{id}/clock`: where each millisecond went. */
export type ClockSheet = {
  /** The game. */
  game: GameId;
  /** How much time the seats have. */
  clock: TimeControl;
  /** The clocks now; none without a clock, and before the game has begun. */
  clocks: ClockView | null;
  /** Every action, and what it has cost. */
  bills: Bill[];
  /** When the server was away, which nobody was charged for. */
  excused: Excuse[];
};

/** The clocks of a game at one moment. */
export type ClockView = {
  /** What each seat has left, in milliseconds; of the running one, what it had when its clock began to run. */
  balance: {
    /** South's. */
    south: number;
    /** North's. */
    north: number;
  };
  /** Whose clock runs; none before the first turn and after the end. */
  running: Seat | null;
  /** When that one will have run out, in milliseconds since 1970-01-01 UTC on the server's clock. */
  runs_out_at: number | null;
};

/** The id that a client gives to a command, so that sending it twice has one effect. */
export type CommandId = string;

/**
 * The answer to `POST /api/players`, a new guest, and to `POST /api/tokens`, a player who signs in. The token is shown only
 * here.
 */
export type Credentials = {
  /** The name that others see. */
  name: PlayerName;
  /** The secret that proves it: sent as `Authorization: Bearer …` or in `hello`. */
  token: Token;
};

/** Anti-clockwise or clockwise. */
export type Direction = "acw" | "cw";

/** Why a game ended: by the rules, or between the players. */
export type EndReason =
  /** One seat has no counters left. */
  | "captured-all"
  /** Both end holes of the opponent's inner row were captured in one turn. */
  | "both-ends"
  /** The seat to move had no legal action. */
  | "no-move"
  /** The same position stood for the third time. */
  | "repetition"
  /** 200 turns went by without a capture. */
  | "quiet"
  /** The game had as many turns as it may have. */
  | "turn-limit"
  /** A player gave up. */
  | "resignation"
  /** The players agreed on a draw. */
  | "agreement"
  /** A player's time ran out. */
  | "timeout"
  /** A player was gone for too long, and the other one claimed the win. */
  | "abandoned"
  /** A player was gone before both had made a turn, or neither arranged in time: no result. */
  | "aborted"
  /** It was never begun: no result. */
  | "expired";

/** Why something was refused: stable, for programs. The sentence beside it is for people and may change. */
export type ErrorCode =
  /** The text is not JSON, or not a JSON object. */
  | "bad_json"
  /** No message has this `type`. */
  | "unknown_type"
  /** The message has a field that its type does not know. */
  | "unknown_field"
  /** A field is missing, or its value cannot be read. */
  | "bad_field"
  /** A binary frame: the protocol is JSON in text frames. */
  | "binary_frame"
  /** A frame breaks the rules of WebSockets, or a text is not UTF-8; the socket is closed. */
  | "bad_frame"
  /** The message is longer than 4,096 bytes. */
  | "frame_too_large"
  /** The socket must say `hello` before anything else. */
  | "hello_first"
  /** This socket has said `hello` already. */
  | "hello_twice"
  /** The token is not one that this server gave out. */
  | "bad_token"
  /** This needs a player's token. */
  | "token_required"
  /** There is no such game. */
  | "unknown_game"
  /** The game has no such ply (yet). */
  | "unknown_ply"
  /** This socket has not joined the game. */
  | "not_joined"
  /** This socket has joined as many games as one socket may. */
  | "too_many_games"
  /** `since` is greater than the game's newest `seq`. */
  | "since_ahead"
  /** Both seats are taken. */
  | "game_full"
  /** Only the players of a game may do this. */
  | "not_a_player"
  /** The second player has not come yet. */
  | "waiting_for_opponent"
  /** The seats are still arranging their counters. */
  | "still_arranging"
  /** This game has no arrangement, or it is over. */
  | "not_arranging"
  /** This seat has arranged already. */
  | "already_arranged"
  /** The game does not offer this array to this seat. */
  | "array_not_offered"
  /** The other seat is to move. */
  | "not_your_turn"
  /** The action answers another ply than the last one. */
  | "wrong_ply"
  /** The action is not written in the notation of actions. */
  | "bad_action"
  /** The rules do not allow the action here. */
  | "illegal_action"
  /** The game is over. */
  | "game_over"
  /** The game is not over yet. */
  | "game_not_over"
  /** The seat has an offer open, or has offered a short while ago, or was turned down. */
  | "already_offered"
  /** The answer names an offer that does not stand (any more). */
  | "stale_offer"
  /** An offer is answered by the other seat. */
  | "own_offer"
  /** There is no turn to take back, or one that has told what was concealed. */
  | "cannot_take_back"
  /** The opponent is there, or has not been gone for long enough. */
  | "not_gone"
  /** Both seats have made a turn: the game has a result from now on. */
  | "too_late_to_abort"
  /** This seat has said all that one game keeps. */
  | "said_enough"
  /** The text is empty, too long, or has control characters. */
  | "bad_text"
  /** The id belongs to another player's command in this game. */
  | "command_id_taken"
  /** The database cannot be used just now; nothing was acknowledged: send a command again with the same id. */
  | "storage_unavailable"
  /** The server has too much to do just now; nothing was changed. */
  | "busy"
  /** Too much is sent or asked at a time; legal moves are never too many. The refusal tells when to go on. */
  | "too_fast"
  /** Too many sockets are open, here or from one address. */
  | "too_many_sockets"
  /** The client gave no sign of life, did not say hello, or did not send its request in time; it can come back. */
  | "idle"
  /** The socket read too slowly and was closed; it can resume. */
  | "slow_reader"
  /** The server is stopping; connect again. */
  | "restarting"
  /** The name is taken, was somebody else's once, or looks like one that is or was. */
  | "name_taken"
  /** The name and the passphrase do not belong together, or the passphrase until now is wrong or missing. */
  | "wrong_passphrase"
  /** The player has no token of this public id. */
  | "unknown_token"
  /** A query parameter cannot be read. */
  | "bad_query"
  /** The search would have to look at every game: name more that they have in common. */
  | "too_broad"
  /** The cursor belongs to another search or another order. */
  | "wrong_cursor"
  /** There is no player of this name. */
  | "unknown_player"
  /** Nothing is at this path. */
  | "not_found"
  /** The path does not know this method. */
  | "method_not_allowed"
  /** The request's body is not what the path takes. */
  | "bad_body"
  /** The server met a fault of its own. */
  | "internal";

/** One numbered event of a game, as one viewer may see it. */
export type Event = Happening & {
  /** Its number in the game: 1, 2, 3 …, without gap or repeat. */
  seq: number;
  /** When the server heard it: milliseconds since 1970-01-01 UTC. */
  at: number;
};

/** The answer to `GET /api/games/{id}/events`. */
export type Events = {
  /** The game. */
  game: GameId;
  /** What the viewer is to it. */
  role: Role;
  /** The newest `seq` of the game. */
  head: number;
  /** Every event after `since`, in order. */
  events: Event[];
};

/** A time that nobody was charged for. */
export type Excuse = {
  /** Its event. */
  seq: number;
  /** From when on: milliseconds since 1970-01-01 UTC. */
  from: number;
  /** Until when: milliseconds since 1970-01-01 UTC. */
  until: number;
};

/** A line of `GET /api/export`: a finished game, whole. */
export type ExportedGame = GameSummary & {
  /** What to pass as `after` to go on behind this game. */
  cursor: string;
  /** Every event, in order. */
  events: Event[];
};

/** How many games a search finds. */
export type GameCount = {
  /** So many were found. */
  games: number;
  /** Whether these are all. If not, counting has stopped at the server's bound, and there are at least so many. */
  exact: boolean;
};

/** The name of a game, and the code by which a friend is invited to it. */
export type GameId = string;

/** The answer to `GET /api/games`. */
export type GameList = {
  /** One page. It may be shorter than was asked for, or empty, and still not be the last one. */
  games: GameSummary[];
  /** What to pass as `cursor` for the next page; none at the end. */
  next: string | null;
  /** How many games the whole search finds, if that was asked. */
  count?: GameCount;
};

/** A line of `GET /api/games`. */
export type GameSummary = {
  /** The game. */
  game: GameId;
  /** The game and its options, as one text. */
  rules: Ruleset;
  /** Listed and open to all, or only for those who know its id. */
  public: boolean;
  /** How far it is. */
  state: State;
  /** Who sits where. */
  players: {
    /** South's. */
    south: PlayerName | null;
    /** North's. */
    north: PlayerName | null;
  };
  /** How it ended. */
  outcome: Outcome | null;
  /** When it was created: milliseconds since 1970-01-01 UTC. */
  created_at: number;
  /** When it ended: milliseconds since 1970-01-01 UTC. */
  ended_at: number | null;
  /** The opening arrays, once both seats have arranged; left out where there are none. */
  arrays?: {
    /** South's. */
    south: OpeningArray;
    /** North's. */
    north: OpeningArray;
  };
  /** How much time the seats have; left out where they have as much as they like. */
  clock?: TimeControl;
  /** Turns completed, both seats together; left out while it goes on. */
  turns?: number;
};

/** Everything about a game at one moment, as one viewer may see it. */
export type GameView = {
  /** The game and its options, as one text: `ikibuguzo:choice`. */
  rules: Ruleset;
  /** The version of the rules that the game is played under. */
  rules_version: number;
  /** Listed and open to all, or only for those who know its id. */
  public: boolean;
  /** When it was created: milliseconds since 1970-01-01 UTC. */
  created_at: number;
  /** How far it is. */
  state: State;
  /** Who sits where. */
  players: {
    /** South's. */
    south: PlayerName | null;
    /** North's. */
    north: PlayerName | null;
  };
  /** Which seats have arranged. */
  arranged: {
    /** South's. */
    south: boolean;
    /** North's. */
    north: boolean;
  };
  /** The arrays of both seats, once revealed. */
  arrays: {
    /** South's. */
    south: OpeningArray;
    /** North's. */
    north: OpeningArray;
  } | null;
  /** The board, once there is one. */
  position: PositionView | null;
  /** The draw offer that stands. */
  draw_offer: Offer | null;
  /** What became of a rematch. */
  rematch: Rematch;
  /** How it ended. */
  outcome: Outcome | null;
  /** Until when both seats have to arrange, in games with a clock: milliseconds since 1970-01-01 UTC. */
  arrange_by?: number;
  /** What the viewer may arrange now; empty when it has nothing to arrange. */
  arrays_offered?: OpeningArray[];
  /** How much time the seats have; left out where they have as much as they like. */
  clock?: TimeControl;
  /** The clocks, if the game has any and has begun. */
  clocks?: ClockView;
  /** What the viewer itself has arranged and nobody else may know yet. */
  sealed?: OpeningArray;
  /** The offer to take back a turn that stands: whose turn that is, is who offered. */
  takeback_offer?: Offer;
};

/** What an event tells. */
export type Happening =
  /** The game was created. */
  | {
    kind: "created";
    /** The game and its options, as one text: `ikibuguzo:choice`. */
    rules: Ruleset;
    /** The version of the rules that the game is played under, for good. */
    rules_version: number;
    /** Listed and open to all, or only for those who know its id. */
    public: boolean;
    /** How much time the seats have; left out where they have as much as they like. */
    clock?: TimeControl;
    /** Of a game that was read from a record: what else its tags tell, in order. No times of its turns are known. */
    from_record?: Array<[string, string]>;
    /** The game that this one is the rematch of. */
    rematch_of?: GameId;
  }
  /** A player took a seat. */
  | {
    kind: "seated";
    /** The seat. */
    seat: Seat;
    /** The player. */
    player: PlayerName;
    /** Until when both seats have to arrange, in games with a clock: milliseconds since 1970-01-01 UTC. */
    arrange_by?: number;
    /** What each seat may arrange from now on; empty while the other seat is free. */
    arrays_offered?: OpeningArray[];
  }
  /** A seat has arranged its counters. Which array is told to nobody before `revealed`. */
  | {
    kind: "arranged";
    /** The seat. */
    seat: Seat;
  }
  /** Both seats have arranged: the arrays, and the first position. */
  | {
    kind: "revealed";
    /** The array of each seat. */
    arrays: {
      /** South's. */
      south: OpeningArray;
      /** North's. */
      north: OpeningArray;
    };
    /** The position to play. */
    position: PositionView;
    /** The clocks, if the game has any. */
    clock?: ClockView;
  }
  /** Both players are seated, and there is nothing to arrange: the first position. */
  | {
    kind: "begun";
    /** The position to play. */
    position: PositionView;
    /** The clocks, if the game has any. */
    clock?: ClockView;
  }
  /** A seat played an action. */
  | {
    kind: "acted";
    /** The seat. */
    seat: Seat;
    /** The number of this action in the game, from 1. */
    ply: number;
    /** The action. */
    action: Action;
    /** What it made happen, in order: what a client animates. */
    laps: Lap[];
    /** The position after it: what a client then shows. */
    position: PositionView;
    /** The clocks after it, if the game has any. */
    clock?: ClockView;
    /** What it has cost, if the game has clocks. */
    receipt?: Receipt;
  }
  /** The server was away for a while, and nobody is charged for that. */
  | {
    kind: "excused";
    /** From when on: milliseconds since 1970-01-01 UTC. */
    from: number;
    /** Until when: milliseconds since 1970-01-01 UTC. */
    until: number;
    /** Until when both seats have to arrange now, if they do. */
    arrange_by?: number;
    /** The clocks now, if they run. */
    clock?: ClockView;
  }
  /** A seat offered a draw; the event's `seq` is the offer's name. */
  | {
    kind: "draw_offered";
    /** The seat. */
    seat: Seat;
  }
  /** A seat declined a draw. */
  | {
    kind: "draw_declined";
    /** The seat that declined. */
    seat: Seat;
    /** The offer that it declined. */
    offer: number;
  }
  /** A seat asked to take back its last turn; the event's `seq` is the offer's name. */
  | {
    kind: "takeback_offered";
    /** The seat. */
    seat: Seat;
  }
  /** A seat declined to have the other's turn taken back. */
  | {
    kind: "takeback_declined";
    /** The seat that declined. */
    seat: Seat;
    /** The offer that it declined. */
    offer: number;
  }
  /** A turn, and what followed it, was taken back: the position is the one before it. */
  | {
    kind: "taken_back";
    /** The offer that was taken. */
    offer: number;
    /** The position, with the number of actions that are left. */
    position: PositionView;
    /** The clocks, if the game has any: what was used stays used. */
    clock?: ClockView;
  }
  /** A player said something. */
  | {
    kind: "said";
    /** The seat of the player. */
    seat: Seat;
    /** The words. */
    text: string;
  }
  /** The game is over. */
  | {
    kind: "ended";
    /** The seat that won; none for a draw. */
    winner: Seat | null;
    /** Why it ended. */
    reason: EndReason;
    /** In games with stores, what they held: nothing is concealed any more. Left out in other games. */
    stores?: {
      /** South's. */
      south: number | null;
      /** North's. */
      north: number | null;
    };
  }
  /** A seat offered a rematch; the event's `seq` is the offer's name. */
  | {
    kind: "rematch_offered";
    /** The seat. */
    seat: Seat;
  }
  /** A seat declined a rematch. */
  | {
    kind: "rematch_declined";
    /** The seat that declined. */
    seat: Seat;
    /** The offer that it declined. */
    offer: number;
  }
  /** Both seats wanted a rematch: it has begun, with the seats swapped. */
  | {
    kind: "rematched";
    /** The new game. */
    rematch: GameId;
  };

/** The answer to `GET /api/players/{name}/against/{opponent}`. */
export type HeadToHead = {
  /** Whose score it is. */
  player: PlayerName;
  /** Against whom. */
  opponent: PlayerName;
  /** What came of their games, by game, in the order of their names. */
  games: Score[];
};

/** A hole: capitals are South's, small letters North's. */
export type Hole = string;

/** One lap of an action, as it happened. */
export type Lap =
  /** Counters were sown one by one. */
  | {
    /** The hole that they came from. */
    from: Hole;
    /** `acw` or `cw`. */
    dir: Direction;
    /** How many. */
    count: number;
    /** The hole of the last one. */
    last: Hole;
    /** What the lap captured; empty if nothing. */
    captured?: Array<[Hole, number]>;
  }
  /** A whole store was entered, the first counter into `A` of the seat that acted. */
  | {
    /** `own`: from the end of the row back to `A`; `opponent`: on into the opponent's row. */
    enter: Route;
    /** How many. */
    count: number;
    /** The hole of the last one. */
    last: Hole;
    /** What was captured; empty if nothing. */
    captured?: Array<[Hole, number]>;
  }
  /** A pass: nothing happened. */
  | {
    /** Always true. */
    pass: boolean;
  }
  /** The lap limit ended the turn; the counters that would have been in hand are in this hole. */
  | {
    /** The hole. */
    endless: Hole;
  };

/** How long games were, in turns of both seats together. */
export type Length = {
  /** The shortest. */
  least: number;
  /** A quarter, a half and three quarters of the games were at most so long. */
  quartiles: number[];
  /** The longest. */
  most: number;
  /** How many turns a bucket of the histogram is wide. */
  bucket: number;
  /** The buckets with games in them, in order. */
  histogram: LengthBucket[];
};

/** Games of about the same length. */
export type LengthBucket = {
  /** From so many turns on, up to the width of a bucket. */
  from: number;
  /** So many games. */
  games: number;
};

/** The answer to `GET` and `PUT /api/players/me`. */
export type Me = {
  /** The name that others see. */
  name: PlayerName;
  /** Whether the player has claimed it, and can come back to it with a passphrase. */
  claimed: boolean;
};

/** How many games were created in a month. */
export type MonthCount = {
  /** The month, such as `2026-11`, in UTC. */
  month: string;
  /** So many games with a result. */
  games: number;
};

/** The body of `PUT /api/players/me`: a name to be known by, and a passphrase to come back with. */
export type NameClaim = {
  /** The name: a new one, or the one that the player has. */
  name: PlayerName;
  /** The passphrase from now on. */
  passphrase: Passphrase;
  /** The passphrase until now, if the player has one. */
  current?: Passphrase | null;
};

/** The body of `POST /api/games`. */
export type NewGame = {
  /** The client's id for this command: the same id again answers with the same game. */
  id: CommandId;
  /** The game and its options, as one text: `ikibuguzo:choice`. */
  rules: Ruleset;
  /** How much time the seats have: `none`, `fischer:300+5`, `delay:300+5`, `days:3`. */
  clock?: TimeControl;
  /** Listed and open to all, or only for those who know its id. */
  public?: boolean;
  /** Who makes the first turn. */
  starts?: Starts;
};

/** An offer that stands. */
export type Offer = {
  /** Its name: the `seq` of its event. */
  offer: number;
  /** Who offered. */
  seat: Seat;
};

/** An opening array. */
export type OpeningArray = "first" | "second";

/** The order of a list of games, by when they were created. */
export type Order =
  /** The newest first. */
  | "newest"
  /** The oldest first. */
  | "oldest";

/** How a game ended. */
export type Outcome = {
  /** The seat that won; none for a draw. */
  winner: Seat | null;
  /** Why it ended. */
  reason: EndReason;
};

/** What only its owner knows. */
export type Passphrase = string;

/** Counters in hand in the middle of a turn. */
export type Pending = {
  /** The hole that they would be sown from. */
  hole: Hole;
  /** How many. */
  hand: number;
};

/** An action that was played in a position. A game counts once for each action that it played there. */
export type Played = {
  /** The action; none for the games that ended in the position. */
  action: Action | null;
  /** Games that South won. */
  south: number;
  /** Games that North won. */
  north: number;
  /** Games that nobody won. */
  draw: number;
};

/** The name that a player is seen under. */
export type PlayerName = string;

/** The answer to `GET /api/games/{id}/plies/{n}`: what the game looked like after so many actions. */
export type PlyView = {
  /** The game. */
  game: GameId;
  /** What the viewer is to it. */
  role: Role;
  /** How many actions the game has; those that were taken back are gone. */
  plies: number;
  /** The position then. */
  position: PositionView;
  /** What each of its legal actions would do, in their order. */
  previews: Preview[];
};

/** The answer to `GET /api/positions`: which finished games have reached a position, and what came of it. */
export type PositionBook = {
  /** The position, as the first seven fields of its notation; none where a key was asked for that no game has reached. */
  position: string | null;
  /** The key of the position. */
  key: PositionKey;
  /** What was played in it, most often first, and how these games ended. */
  played: Played[];
  /** Games that have reached it, the newest in the index first: those by invitation only for their players. */
  games: Reached[];
  /** What to pass as `cursor` for the next page of games; none at the end. */
  next: string | null;
};

/** The name of a position. */
export type PositionKey = string;

/** A board to play on: all that a client needs to draw it and to ask for the next action, without knowing the rules. */
export type PositionView = {
  /** The counters in each hole, from `A` on. Counters in hand are in no hole. */
  holes: {
    /** South's. */
    south: number[];
    /** North's. */
    north: number[];
  };
  /** Actions played so far; the next `act` names this number. */
  ply: number;
  /** Turns completed so far, both seats together. */
  turns: number;
  /** The seat that is to act; none when the rules have ended the game. */
  to_move: Seat | null;
  /** The choice in the middle of a turn, if there is one. */
  pending: Pending | null;
  /**
   * What the seat to move may play: anti-clockwise by letter, then clockwise by letter, then `*`, `*>`, `-`.
   * Whether a store can be entered is seen by its owner alone.
   */
  legal: Action[];
  /** In games with stores, the counters in each: none where the viewer may not know. Left out in other games. */
  stores?: {
    /** South's. */
    south: number | null;
    /** North's. */
    north: number | null;
  };
};

/** Who of the players of a game is there. */
export type Presence = {
  /** The game. */
  game: GameId;
  /** Which seats follow the game over a socket. */
  present: {
    /** South's. */
    south: boolean;
    /** North's. */
    north: boolean;
  };
  /**
   * When the other seat may claim the game, in milliseconds since 1970-01-01 UTC, for a seat that is gone; null for one
   * that is there, and where nothing can be claimed.
   */
  claim_at: {
    /** South's. */
    south: number | null;
    /** North's. */
    north: number | null;
  };
  /** How many others follow the game, over sockets and streams. */
  spectators: number;
};

/** What an action would do. */
export type Preview = {
  /** The action. */
  action: Action;
  /** What it would make happen, in order: 256 laps at the most. */
  laps: Lap[];
  /** How many counters it would capture in all. */
  captured: number;
  /** The choice that its player would have after it, in the same turn; none where the turn would be over. */
  pending: Pending | null;
};

/** The body of every HTTP error: `application/problem+json` (RFC 9457) with our stable `code`. */
export type Problem = {
  /** Where the code is explained: `/docs/errors#code`, relative to the server. */
  type: string;
  /** The code in words that do not change from case to case. */
  title: string;
  /** The HTTP status. */
  status: number;
  /** What is wrong with this very request: one sentence. */
  detail: string;
  /** The stable code, for programs. */
  code: ErrorCode;
};

/** The answer to `GET /api/players/{name}`. */
export type Profile = {
  /** The name that others see. */
  name: PlayerName;
  /** When the player came: milliseconds since 1970-01-01 UTC. */
  created_at: number;
  /** What came of the player's games, by game, in the order of their names. */
  games: Score[];
};

/** A finished game that has reached a position. */
export type Reached = {
  /** The game. */
  game: GameId;
  /** After how many actions it first was there. */
  ply: number;
  /** What was played there; none where the game ended there. */
  action: Action | null;
  /** Who sat where. */
  players: {
    /** South's. */
    south: PlayerName | null;
    /** North's. */
    north: PlayerName | null;
  };
  /** How it ended. */
  outcome: Outcome;
  /** When it ended: milliseconds since 1970-01-01 UTC. */
  ended_at: number;
};

/** How many games ended for a reason. */
export type ReasonCount = {
  /** The reason. */
  reason: EndReason;
  /** So many games. */
  games: number;
};

/** What an action has cost. */
export type Receipt = {
  /** When the server heard it: milliseconds since 1970-01-01 UTC. */
  arrival: number;
  /** What the seat was charged, in milliseconds. */
  charge: number;
  /** What the seat has left, in milliseconds, with the increment if the action ended the turn. */
  balance: number;
};

/** A refused message on the socket: nothing was changed by it. */
export type Refusal = {
  /** Why, for programs. */
  code: ErrorCode;
  /** Why, for people: one sentence. */
  message: string;
  /** The game that the refused message was about, where it named one. */
  game?: GameId;
  /** The id of the refused command, where it had a readable one. */
  id?: CommandId;
  /** With `too_fast`: after how many milliseconds to go on. */
  retry_after?: number;
};

/** What became of a rematch. */
export type Rematch = {
  /** The offer that stands. */
  offer: Offer | null;
  /** The new game, once both want it. */
  game: GameId | null;
};

/** What a viewer is to a game. */
export type Role =
  /** Its South player. */
  | "south"
  /** Its North player. */
  | "north"
  /** Somebody who watches. */
  | "spectator";

/** How a store is entered: along the own row, or on into the opponent's. */
export type Route = "own" | "opponent";

/** What the games by one ruleset amount to. But for `reasons`, those without a result are left out. */
export type RulesStats = {
  /** The game and its options. */
  rules: Ruleset;
  /** Games with a result. */
  games: number;
  /** Games that each seat won. South makes the first turn. */
  won: {
    /** South's. */
    south: number;
    /** North's. */
    north: number;
  };
  /** Games that nobody won. */
  drawn: number;
  /** Turns in all of them together, both seats. */
  turns: number;
  /** Laps that captured, in all of them together. */
  captures: number;
  /** Counters that were captured, in all of them together. */
  captured: number;
  /** How long they were; none where there are none. */
  length: Length | null;
  /** Why games ended, the most frequent first; those without a result too. */
  reasons: ReasonCount[];
  /** In games with arrangement: how each pair of arrays fared. */
  arrays: ArraysScore[];
  /** Games by the month in which they were created, in order. */
  months: MonthCount[];
};

/** A game and its options. */
export type Ruleset = "ikibuguzo:first" | "ikibuguzo:second" | "ikibuguzo:choice" | "kubuguza" | "njombwa:8" | "njombwa:9" | "njombwa:10" | "azigo" | "azigo:own-row" | "azigo:handicap=south" | "azigo:handicap=south,own-row" | "azigo:handicap=north" | "azigo:handicap=north,own-row";

/** What came of a player's games. */
export type Score = {
  /** The game without its options, such as `njombwa`. */
  game: string;
  /** Games that the player won. */
  won: number;
  /** Games that the player lost. */
  lost: number;
  /** Games that nobody won. */
  drawn: number;
  /** Games that were aborted or have expired. */
  no_result: number;
};

/** A side of the board. */
export type Seat = "south" | "north";

/** The answer to `POST /api/games` and `POST /api/games/{id}/join`. */
export type Seated = {
  /** The game, whose id is also the code to invite a friend with. */
  game: GameId;
  /** The seat that the player has. */
  seat: Seat;
};

/** A message from the server. */
export type ServerMessage =
  /** The answer to `hello`. */
  | {
    type: "welcome";
    /** The version of the protocol: 1. */
    protocol: number;
    /** The version of the server. */
    server: string;
    /** Who the token stands for; none for a spectator. */
    player: PlayerName | null;
    /** The server's clock: milliseconds since 1970-01-01 UTC. */
    now: number;
  }
  /** The answer to `join`. What follows is every event after its `seq`. */
  | Snapshot & {
    type: "game";
  }
  /** Something happened in a joined game. */
  | Event & {
    type: "event";
    /** The game. */
    game: GameId;
  }
  /** The command is done, for ever: its event is in the log on disk. */
  | {
    type: "ack";
    /** The game. */
    game: GameId;
    /** The command. */
    id: CommandId;
    /** The `seq` of its first event. */
    seq: number;
  }
  /** The message was refused and nothing was changed. */
  | Refusal & {
    type: "refused";
  }
  /** The answer to `leave`. */
  | {
    type: "left";
    /** The game. */
    game: GameId;
  }
  /** The answer to `ping`. */
  | {
    type: "pong";
    /** The newest `seq` of each joined game. */
    heads: Record<string, number>;
    /** The server's clock: milliseconds since 1970-01-01 UTC. */
    now: number;
  }
  /** Who of the players is there. It comes after `game` and whenever it changes; it is no event, and is not kept. */
  | Presence & {
    type: "presence";
  }
  /** The last message on this socket: why the server closes it. */
  | {
    type: "bye";
    /** Why, for programs. */
    code: ErrorCode;
    /** Why, for people. */
    message: string;
    /** With `restarting`: after how many milliseconds to come back. */
    retry_after?: number;
  };

/** The body of `POST /api/tokens`: who one is, to get another token. */
export type SignIn = {
  /** The name. */
  name: PlayerName;
  /** Its passphrase. */
  passphrase: Passphrase;
};

/** A game at `seq`, for one viewer. */
export type Snapshot = {
  /** The game. */
  game: GameId;
  /** What the viewer is to it. */
  role: Role;
  /** How far the viewer is kept behind the players, in milliseconds. Always 0 today. */
  delay: number;
  /** The newest `seq` of the game. */
  head: number;
  /** The `seq` that this message stands at: `head`, or the client's own `since`. */
  seq: number;
  /** The game at `seq`; left out when the client resumes with `since`, because it has it already. */
  view?: GameView;
};

/** Who makes the first turn of a new game: South always does, so this says who sits South. */
export type Starts =
  /** The player who creates the game. */
  | "me"
  /** The player who joins it. */
  | "opponent"
  /** The server draws. */
  | "random";

/** How far a game is. */
export type State =
  /** A seat is free. */
  | "open"
  /** The seats arrange their counters. */
  | "arranging"
  /** It is being played. */
  | "playing"
  /** It is over. */
  | "finished";

/** Which games to list, by how far they are. */
export type StateFilter =
  /** Those with a free seat. */
  | "open"
  /** Those being arranged or played. */
  | "live"
  /** Those that are over. */
  | "finished";

/** The answer to `GET /api/stats`: what all games together amount to, games by invitation among them. */
export type Stats = {
  /** Games with a result. */
  games: number;
  /** The same, game by game with its options; only those of which one is over. */
  rules: RulesStats[];
};

/** How much time the seats have: `none`, `fischer:SECONDS+INCREMENT`, `delay:SECONDS+DELAY` or `days:DAYS`. */
export type TimeControl = string;

/** A secret that proves a player. */
export type Token = string;

/** The public name of a token; it proves nothing. */
export type TokenId = string;

/** What is told of a token. */
export type TokenInfo = {
  /** By what it is revoked. */
  token: TokenId;
  /** When it was given out: milliseconds since 1970-01-01 UTC. */
  created_at: number;
  /** Whether it is the one that asks. */
  current: boolean;
};

/** The answer to `GET /api/tokens`: what proves this player, without the secrets. */
export type TokenList = {
  /** All of them, the newest first. */
  tokens: TokenInfo[];
};
