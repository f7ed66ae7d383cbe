// The types of the protocol, generated from `protocol/src` by
//
//     cargo run -p ikibuguzo-protocol --example types > web/protocol.d.ts
//
// Do not edit by hand.

/** The body of `DELETE /api/players/me`. */
export type AccountDeletion = {
  /** The passphrase, if the player has one. */
  current?: Passphrase | null;
};

/** An action: `N` sows from N anti-clockwise, `N<` clockwise; `*` enters the store along the own row, `*>` into the opponent's; `-` passes. */
export type Action = string;

/** The time charged for one action. */
export type ActionCharge = {
  /** The `seq` of its event. */
  seq: number;
  /** The seat that acted. */
  seat: Seat;
  /** When the server received the action: milliseconds since 1970-01-01 UTC. */
  arrival: number;
  /** The time charged, in milliseconds. */
  charge: number;
  /** The remaining time, in milliseconds, with the increment if the action ended the turn. */
  balance: number;
  /**
   * The time not charged, in milliseconds, so that the player could watch the sowing before: at most the `allowance`
   * of the game. Absent if it is 0.
   */
  allowance?: number;
};

/** An action that was played in a position. A game counts once for each action. */
export type ActionStats = {
  /** The action; null for the games that ended in the position. */
  action: Action | null;
  /** Number of games that South won. */
  south: number;
  /** Number of games that North won. */
  north: number;
  /** Number of drawn games. */
  draw: number;
};

/** The analysis of one turn. */
export type AnalysedTurn = {
  /** Number of actions in the game before the turn. */
  ply: number;
  /** The seat that played it. */
  seat: Seat;
  /** The actions of the turn. */
  actions: Action[];
  /** Whether the seat had no choice. */
  forced: boolean;
  /** The probability that the seat would win, before the turn: 0 to 1, where a draw counts one half. */
  value: number;
  /** The win probability that the turn lost: 0 to 1. */
  loss: number;
  /** How bad the turn was; null if it was not bad. */
  mark: TurnMark | null;
  /** The best turn, and the turns of both seats expected after it. */
  best: Action[][];
};

/** The response of `GET` and `POST /api/games/{id}/analysis`: what each turn of a finished game was worth. */
export type Analysis = {
  /** The game. */
  game: GameId;
  /** The version of the search and its evaluation. */
  version: number;
  /** The budget of one search: number of actions played in it. */
  nodes: number;
  /** Whether all turns are analysed. */
  done: boolean;
  /** Number of turns in the game. */
  turn_count: number;
  /** The turns that are analysed so far, in order. */
  turns: AnalysedTurn[];
  /** The accuracy of each player in the turns so far, in percent; null for a player without a choice. */
  accuracy: {
    /** South's value. */
    south: number | null;
    /** North's value. */
    north: number | null;
  };
};

/** The score of a pair of opening arrays. */
export type ArrayPairScore = {
  /** The array of each seat. */
  arrays: {
    /** South's value. */
    south: OpeningArray;
    /** North's value. */
    north: OpeningArray;
  };
  /** Number of games with a result. */
  games: number;
  /** Number of games that each seat won. */
  won: {
    /** South's value. */
    south: number;
    /** North's value. */
    north: number;
  };
  /** Number of drawn games. */
  drawn: number;
};

/** A turn that could be played, with its value. */
export type CandidateTurn = {
  /** The probability that the seat to move wins after it: 0 to 1, where a draw counts one half. */
  value: number;
  /**
   * The turn, and the turns of both seats expected after it. In the middle of a turn, it begins with the rest of
   * that turn.
   */
  line: Action[][];
};

/** A chat message of a finished game. */
export type ChatLine = {
  /** When the server received it: milliseconds since 1970-01-01 UTC. */
  at: number;
  /** The seat of the player. */
  seat: Seat;
  /** The text. */
  text: string;
};

/** What a player can claim when the opponent has been absent for too long. */
export type Claim =
  /** The win. */
  | "win"
  /** An end without a result, before both seats have made a turn. */
  | "abort";

/**
 * A message from a client.
 *
 * All messages except `hello`, `join`, `leave`, `subscribe` and `ping` are commands, with an id made by the client.
 * The same id again, on any socket or over `POST /api/commands`, gets the first answer and changes nothing.
 */
export type ClientMessage =
  /** Authenticates the socket. It must be the first message. A client without a token is a spectator. */
  | {
    type: "hello";
    /** The player's token. */
    token?: Token | null;
  }
  /** Follows a game. The server answers with `game`, then sends every event after its `seq`. */
  | {
    type: "join";
    /** The game. */
    game: GameId;
    /** Whether actions come in the compact form, as `acted` messages. Absent: they come as events. */
    compact?: boolean;
    /** The last `seq` that the client has. Null or absent: the answer is a snapshot. */
    since?: number | null;
  }
  /** Stops following a game. */
  | {
    type: "leave";
    /** The game. */
    game: GameId;
  }
  /** Requests notices about all games of the player. The server answers with `subscribed`, then sends notices. */
  | {
    type: "subscribe";
  }
  /** Chooses the player's opening array. It stays secret until both seats have arranged. */
  | {
    type: "arrange";
    /** The game. */
    game: GameId;
    /** The client's id for this command. */
    id: CommandId;
    /** The opening array. */
    array: OpeningArray;
  }
  /**
   * Halves the player's clock before its first action in a game of an arena, and gives up its increments. A win in
   * this game gives one more point.
   */
  | {
    type: "berserk";
    /** The game. */
    game: GameId;
    /** The client's id for this command. */
    id: CommandId;
  }
  /** Plays an action. */
  | {
    type: "act";
    /** The game. */
    game: GameId;
    /** The client's id for this command. */
    id: CommandId;
    /**
     * The position that the action answers: the `seq` of the event that brought it, or of any later event that the
     * client has. Refused with `wrong_position` if the position has changed since then.
     */
    after: number;
    /** The action in its notation. It is parsed later, so that a misspelled action gets the code `bad_action`. */
    action: Action;
  }
  /** Declines the invitation to a game, which ends it. */
  | {
    type: "decline";
    /** The game. */
    game: GameId;
    /** The client's id for this command. */
    id: CommandId;
    /** The reason, for the maker of the game. */
    reason?: DeclineReason | null;
  }
  /** Resigns the game. */
  | {
    type: "resign";
    /** The game. */
    game: GameId;
    /** The client's id for this command. */
    id: CommandId;
  }
  /** Offers a draw. */
  | {
    type: "offer_draw";
    /** The game. */
    game: GameId;
    /** The client's id for this command. */
    id: CommandId;
  }
  /** Accepts or declines a draw offer. */
  | {
    type: "answer_draw";
    /** The game. */
    game: GameId;
    /** The client's id for this command. */
    id: CommandId;
    /** The `seq` of the offer's event. */
    offer: number;
    /** Whether to accept it. */
    accept: boolean;
  }
  /** Asks to take back the player's last turn and what followed it. */
  | {
    type: "offer_takeback";
    /** The game. */
    game: GameId;
    /** The client's id for this command. */
    id: CommandId;
  }
  /** Accepts or declines the opponent's takeback offer. */
  | {
    type: "answer_takeback";
    /** The game. */
    game: GameId;
    /** The client's id for this command. */
    id: CommandId;
    /** The `seq` of the offer's event. */
    offer: number;
    /** Whether to accept it. */
    accept: boolean;
  }
  /** Offers that both players are shown what an action would do before it is played. */
  | {
    type: "offer_previews";
    /** The game. */
    game: GameId;
    /** The client's id for this command. */
    id: CommandId;
  }
  /** Accepts or declines an offer of previews. */
  | {
    type: "answer_previews";
    /** The game. */
    game: GameId;
    /** The client's id for this command. */
    id: CommandId;
    /** The `seq` of the offer's event. */
    offer: number;
    /** Whether to accept it. */
    accept: boolean;
  }
  /** Offers a rematch with swapped seats. It begins when both seats have offered. */
  | {
    type: "offer_rematch";
    /** The finished game. */
    game: GameId;
    /** The client's id for this command. */
    id: CommandId;
  }
  /** Accepts or declines a rematch offer. */
  | {
    type: "answer_rematch";
    /** The finished game. */
    game: GameId;
    /** The client's id for this command. */
    id: CommandId;
    /** The `seq` of the offer's event. */
    offer: number;
    /** Whether to accept it. */
    accept: boolean;
  }
  /** Ends a game whose opponent has been absent for too long. */
  | {
    type: "claim";
    /** The game. */
    game: GameId;
    /** The client's id for this command. */
    id: CommandId;
    /** The claim. */
    claim: Claim;
  }
  /** Sends a chat message to the opponent and to everybody who follows the game. */
  | {
    type: "say";
    /** The game. */
    game: GameId;
    /** The client's id for this command. */
    id: CommandId;
    /** The text: one line, not blank. */
    text: string;
  }
  /** Keeps the socket alive. The server answers with `pong`, which has the newest `seq` of each joined game. */
  | {
    type: "ping";
    /**
     * The time within which the client sends its next message, in seconds. The server sends no WebSocket pings during this
     * time, but for 57 seconds at most: a ping wakes the radio of a phone. Null or absent: the server pings as usual.
     */
    next_within?: NextWithin | null;
  };

/** The response of `GET /api/games/{id}/clock`: an account of every millisecond. */
export type ClockReport = {
  /** The game. */
  game: GameId;
  /** The time control. */
  clock: TimeControl;
  /** The clocks now. Null in games without a clock and before play has begun. */
  clocks: ClockView | null;
  /** The time charged for every action. */
  bills: ActionCharge[];
  /** The server's downtimes, for which no seat was charged. */
  excused: ExcusedDowntime[];
};

/** The clocks of a game at one moment. */
export type ClockView = {
  /**
   * The remaining time of each seat, in milliseconds. For the running clock: the remaining time when it started to
   * run.
   */
  balance: {
    /** South's value. */
    south: number;
    /** North's value. */
    north: number;
  };
  /** The seat whose clock runs; null during the first turn of each seat and after the end. */
  running: Seat | null;
  /** When the running clock runs out: milliseconds since 1970-01-01 UTC on the server's clock. */
  runs_out_at: number | null;
  /**
   * During the first turn of a seat: when the game is aborted unless the turn is over, in milliseconds since
   * 1970-01-01 UTC on the server's clock. Absent otherwise.
   */
  first_turn_by?: number;
};

/** The id that a client gives to a command, so that sending it twice has one effect. */
export type CommandId = string;

/**
 * How a text enters the hash of its entry: as the SHA-256 of a salt followed by the text. A text without a commitment
 * was stored before there were hashes; it has an empty salt.
 *
 * As text it is `salt:` with 32 hexadecimal digits, or `sha256:` with 64.
 */
export type Commitment = string;

/** An `acted` event without what follows from the events before it: the seat, the laps, the position and the clocks. */
export type CompactEvent = {
  /** Its number in the game: 1, 2, 3 …, without gaps or repeats. */
  seq: number;
  /** When the server received it: milliseconds since 1970-01-01 UTC. */
  at: number;
  /** The action. */
  action: Action;
  /** The offers that it closes, as in the event. Absent if there are none. */
  closes?: OfferKind[];
};

/** The response of `POST /api/players` (new guest) and `POST /api/tokens` (sign in). Only these show the token. */
export type Credentials = {
  /** The player's public name. */
  name: PlayerName;
  /** The secret that authenticates the player: `Authorization: Bearer …`, or in `hello`. */
  token: Token;
};

/** The response of `GET` and `PUT /api/players/me`. */
export type CurrentPlayer = {
  /** The player's public name. */
  name: PlayerName;
  /** Whether the name is claimed, so that the player can sign in with a passphrase. */
  claimed: boolean;
  /** Whether the player is a bot: a program plays for it. Absent if not. */
  bot?: boolean;
  /** The games that the player has left within a day, the newest first, at most 20. Absent if there are none. */
  left_games?: LeftGame[];
  /**
   * When the player may again open public games and join those of others, after leaving too many games: milliseconds
   * since 1970-01-01 UTC. Absent if it may now.
   */
  pairing_banned_until?: number;
  /** The operator's decisions about the player that are in force. Absent if there are none. */
  sanctions?: Sanction[];
};

/** Why a player declines an invitation. */
export type DeclineReason =
  /** Not now; another time. */
  | "later"
  /** The clock is too fast. */
  | "too_fast"
  /** The clock is too slow, or there is none. */
  | "too_slow"
  /** Another game, please. */
  | "other_game"
  /** Only rated games. */
  | "rated"
  /** Only games that are not rated. */
  | "casual";

/** Anti-clockwise or clockwise. */
export type Direction = "acw" | "cw";

/** Why a game ended: by its rules, or by the players and the server. */
export type EndReason =
  /** One seat has no counters left. */
  | "captured-all"
  /** Both end holes of the opponent's inner row were captured in one turn. */
  | "both-ends"
  /** The seat to move had no legal action. */
  | "no-move"
  /** The same position occurred for the third time. */
  | "repetition"
  /** 200 turns in a row had no capture. */
  | "quiet"
  /** The game reached its turn limit. */
  | "turn-limit"
  /** A player resigned. */
  | "resignation"
  /** The players agreed on a draw. */
  | "agreement"
  /** A player's time ran out. */
  | "timeout"
  /** A player was absent for too long, and the opponent claimed the win. */
  | "abandoned"
  /**
   * No result: the game was withdrawn or declined before an opponent came, its maker had left, a player was gone at the
   * beginning, or a seat did not arrange or make its first turn in time.
   */
  | "aborted"
  /** No result: without a running clock, nobody came, arranged or moved first within a week. */
  | "expired";

/** Why something was refused. Codes are stable; the sentence sent with them is for people and may change. */
export type ErrorCode =
  /** The text is not JSON, or not a JSON object. */
  | "bad_json"
  /** No message has this `type`. */
  | "unknown_type"
  /** The message has a field that its type does not have. */
  | "unknown_field"
  /** A field is missing or has an invalid value. */
  | "bad_field"
  /** The frame is binary. The protocol uses text frames. */
  | "binary_frame"
  /** A frame violates the WebSocket protocol, or a text is not UTF-8. The socket is closed. */
  | "bad_frame"
  /** The message or the body is longer than 4,096 bytes, or than the path allows. */
  | "frame_too_large"
  /** The first message on a socket must be `hello`. */
  | "hello_first"
  /** This socket has already sent `hello`. */
  | "hello_twice"
  /** The server does not know the token. */
  | "bad_token"
  /** The request needs a player's token. */
  | "token_required"
  /** The game does not exist. */
  | "unknown_game"
  /** The log of the game is damaged. The operator has been told; trying again does not help. */
  | "game_unreadable"
  /**
   * A newer version of the server has written in the game. Another server, or this one after its upgrade, can show
   * it.
   */
  | "needs_newer_server"
  /**
   * A server that runs could not read this in the game. Nothing was changed; it works when all servers have been
   * upgraded.
   */
  | "upgrade_in_progress"
  /** The game does not have this ply, or does not have it yet. */
  | "unknown_ply"
  /** This socket has not joined the game. */
  | "not_joined"
  /** This socket has joined 32 games. */
  | "too_many_games"
  /** `since` is greater than the newest `seq` of the game. */
  | "since_ahead"
  /** Both seats are taken. */
  | "game_full"
  /** The player is not invited: the free seat is kept for another player, or there is no invitation. */
  | "not_invited"
  /** Only a challenge to a player can stay open for a chosen time. */
  | "not_a_challenge"
  /** The player has 50 unfinished games against computer players. */
  | "too_many_computer_games"
  /** 20 games of the player wait for an opponent. */
  | "too_many_open_games"
  /** Three challenges of the player to the same opponent are open. */
  | "too_many_challenges"
  /** Rated games have a clock, and are between people who have claimed their names. */
  | "not_rateable"
  /** One of the two players has blocked the other. */
  | "blocked"
  /** You cannot block yourself, nor more than 500 players. */
  | "cannot_block"
  /** Notices cannot be sent to the browser's address, or cannot be encrypted with its keys. */
  | "cannot_push"
  /** You cannot report yourself. */
  | "cannot_report"
  /** The player has made ten reports within a day. */
  | "too_many_reports"
  /** The operator has banned the player: it cannot start or join games for a time. The message says how long and why. */
  | "banned"
  /** The operator has silenced the player: it cannot chat for a time. The message says how long and why. */
  | "silenced"
  /**
   * The operator has banned this address: for a time, nobody can become a player, claim a name or sign in from it. The
   * message says how long and why.
   */
  | "address_banned"
  /** The player has left too many games, and cannot play with strangers for a time. The refusal says until when. */
  | "left_too_many_games"
  /** The tournament does not exist. */
  | "unknown_tournament"
  /** All places of the tournament are taken. */
  | "tournament_full"
  /** The tournament has begun, and is not an arena. */
  | "tournament_begun"
  /** The tournament is over, or the arena has closed. */
  | "tournament_over"
  /** The player has made three tournaments that are not over. */
  | "too_many_tournaments"
  /**
   * A tournament of this format cannot have these numbers of places, rounds or minutes, this clock, or this start
   * time.
   */
  | "impossible_tournament"
  /** Only a player who has claimed a name may do this. */
  | "name_not_claimed"
  /** Only the players of a game may do this. */
  | "not_a_player"
  /** The second player has not joined yet. */
  | "waiting_for_opponent"
  /** The seats are still choosing their arrays. */
  | "still_arranging"
  /** The game has no arrangement, or its arrangement is over. */
  | "not_arranging"
  /** This seat has already chosen its array. */
  | "already_arranged"
  /** The game does not offer this array to this seat. */
  | "array_not_offered"
  /** The other seat is to move. */
  | "not_your_turn"
  /**
   * The action answers a position that is not the present one: the board has changed since `after`, or the game has
   * no such event.
   */
  | "wrong_position"
  /** The game does not belong to an arena; only there can a clock be halved. */
  | "cannot_berserk"
  /** The seat has acted, or has halved its clock already. */
  | "too_late_to_berserk"
  /** The text is not an action in the notation of actions. */
  | "bad_action"
  /** The rules do not allow the action in this position. */
  | "illegal_action"
  /** The game is over. */
  | "game_over"
  /** The game is not over yet, or ended before its arrays were revealed. */
  | "game_not_over"
  /** The server has not signed the game: the day on which it ended is not over, or it was imported later. */
  | "not_signed"
  /** Nobody has asked for the analysis of the game, or the game has no turn. */
  | "not_analysed"
  /**
   * Three games that the player asked for wait for their analysis, or twelve that were asked for from its address. The
   * refusal says when to try again.
   */
  | "too_many_analyses"
  /** The position does not say how many counters a store holds. */
  | "concealed_store"
  /**
   * The seat has an open offer, offered too recently, or was declined; the opponent's takeback offer is open; or
   * previews are shown already.
   */
  | "already_offered"
  /** The offer is not open, or is no longer open. */
  | "stale_offer"
  /** Only the other seat can answer an offer. */
  | "own_offer"
  /** There is no turn to take back, the turn has revealed concealed information, or 50 takebacks have been made. */
  | "cannot_take_back"
  /** The opponent is present, does not have to act, or has not been absent for long enough. */
  | "not_gone"
  /** Both seats have made a turn, so the game can no longer end without a result. */
  | "too_late_to_abort"
  /** A seat has not made a turn yet, so a claim can only abort the game. */
  | "too_early_to_win"
  /**
   * Nobody to play again: no opponent sat down before the game ended, or the opponent has deleted the account or is
   * banned.
   */
  | "no_opponent"
  /** This seat has sent 100 chat messages in this game. */
  | "said_enough"
  /** The text shows nothing, is too long, or has control characters or more than one line. */
  | "bad_text"
  /** Another player's command in this game has the same id. */
  | "command_id_taken"
  /** The player has used the id for another command. */
  | "command_id_reused"
  /** The database is unavailable. Nothing was acknowledged: send the command again with the same id. */
  | "storage_unavailable"
  /** The server is overloaded, or was down and does not know yet for how long. Nothing was changed: try again. */
  | "busy"
  /**
   * Too many messages or requests in a short time; legal moves are never too many. The refusal says when to
   * continue.
   */
  | "too_fast"
  /** Too many sockets are open, in total or from one address. */
  | "too_many_sockets"
  /** Too many exports are in progress, in total or for one address. The refusal says when to try again. */
  | "too_many_exports"
  /** The client was silent for too long, or sent its `hello` or its request too late. It can reconnect. */
  | "idle"
  /** The client read too slowly, and the socket was closed. The client can resume. */
  | "slow_reader"
  /** The server is stopping. The client can reconnect. */
  | "restarting"
  /**
   * The server's clock differs from that of its database. Nothing was changed: send the command again with the same
   * id, to this server or another one.
   */
  | "clock_off"
  /** The name, or one that looks like it, belongs or belonged to another player. */
  | "name_taken"
  /** The passphrase does not match the name, or the present passphrase is wrong or missing. */
  | "wrong_passphrase"
  /** The player already has a game or has entered a tournament, so it cannot become a bot. */
  | "already_played"
  /** The player has no token with this public id. */
  | "unknown_token"
  /** A query parameter is invalid. */
  | "bad_query"
  /** The search would have to read every game. Add a filter. */
  | "too_broad"
  /** The cursor belongs to another search or another order. */
  | "wrong_cursor"
  /** No player has this name. */
  | "unknown_player"
  /** The path does not exist. */
  | "not_found"
  /** The path does not support this method. */
  | "method_not_allowed"
  /** The body of the request is invalid. */
  | "bad_body"
  /** The text is not the record of a finished game against a computer player. */
  | "bad_record"
  /** The request does not have the `Content-Type` of its path: `application/json`, or that of a form at `/forms`. */
  | "unsupported_media_type"
  /** A form was not sent from a page of this site, or was made for another visitor. */
  | "cross_site"
  /** The head of the request is not valid HTTP/1.1, or does not have one `Host`. */
  | "bad_request"
  /** The head of the request has more than 16 KiB or more than 100 headers. */
  | "head_too_large"
  /** The answer is not available in the requested format. */
  | "unsupported_format"
  /** An internal error of the server. */
  | "internal";

/** One numbered event of a game, as one viewer may see it. */
export type Event = EventKind & {
  /** Its number in the game: 1, 2, 3 …, without gaps or repeats. */
  seq: number;
  /** When the server received it: milliseconds since 1970-01-01 UTC. */
  at: number;
  /** The offers that it closes: they were open before it and are not open after it. Absent if there are none. */
  closes?: OfferKind[];
};

/** The kind of an event, with its data. */
export type EventKind =
  /** The game was created. */
  | {
    kind: "created";
    /** The game and its options, as one text: `ikibuguzo:choice`. */
    rules: Ruleset;
    /** The version of the rules that the game keeps. */
    rules_version: number;
    /** Whether the game is listed and open to everybody. A private game opens with its id. */
    public: boolean;
    /**
     * The time of each action that is not charged, in milliseconds, so that the player can see the sowing before
     * it. Absent if it is 0.
     */
    allowance?: number;
    /** Whether each player may halve its clock before its first action, with `berserk`. Absent if not. */
    berserk?: boolean;
    /** The time control. Absent in games without a clock. */
    clock?: TimeControl;
    /** In a game imported from a record: its other tags, in order. The times of its turns are unknown. */
    from_record?: Array<[string, string]>;
    /** Whether the result changes the players' ratings. Absent if not. */
    rated?: boolean;
    /** The game of which this one is the rematch. */
    rematch_of?: GameId;
  }
  /** A player took a seat. */
  | {
    kind: "seated";
    /** The seat. */
    seat: Seat;
    /** The player. */
    player: PlayerName;
    /** In games with a clock, the deadline of the arrangement: milliseconds since 1970-01-01 UTC. */
    arrange_by?: number;
    /** The arrays from which each seat may choose now. Empty while the other seat is free. */
    arrays_offered?: OpeningArray[];
    /** Whether a program plays for this player. Absent if not. */
    bot?: boolean;
  }
  /** The free seat is kept for a player. */
  | {
    kind: "invited";
    /** The player. */
    player: PlayerName;
    /** When the invitation ends, if its maker has chosen that: milliseconds since 1970-01-01 UTC. */
    open_until?: number;
  }
  /** The invited player declined, and says why. */
  | {
    kind: "declined";
    /** The reason. */
    reason: DeclineReason;
  }
  /** A seat has chosen its array, which stays secret until `revealed`. */
  | {
    kind: "arranged";
    /** The seat. */
    seat: Seat;
    /** The SHA-256 of a random salt and the array, which `revealed` opens. Absent if a server of an older version ran. */
    commitment?: Commitment;
  }
  /** Both seats have arranged: the arrays, and the first position. */
  | {
    kind: "revealed";
    /** The array of each seat. */
    arrays: {
      /** South's value. */
      south: OpeningArray;
      /** North's value. */
      north: OpeningArray;
    };
    /** The first position. */
    position: PositionView;
    /** The clocks. Absent in games without a clock. */
    clocks?: ClockView;
    /**
     * The salt of each seat's commitment: its SHA-256 with the array after it is the hash of `arranged`. Absent if
     * there is none.
     */
    commitments?: {
      /** South's value. */
      south: Commitment | null;
      /** North's value. */
      north: Commitment | null;
    };
  }
  /** Both players are seated in a game without arrangement: the first position. */
  | {
    kind: "begun";
    /** The first position. */
    position: PositionView;
    /** The clocks. Absent in games without a clock. */
    clocks?: ClockView;
  }
  /** A seat halved its clock, and gave up its increments and delays. */
  | {
    kind: "berserked";
    /** The seat. */
    seat: Seat;
    /** The clocks afterwards. */
    clocks?: ClockView;
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
    /** Its laps, in order, for a client to animate. */
    laps: Lap[];
    /** The position after it. */
    position: PositionView;
    /** The clocks after it. Absent in games without a clock. */
    clocks?: ClockView;
    /** The time that it was charged. Absent in games without a clock. */
    receipt?: Receipt;
  }
  /** The server was down. No seat is charged for that time. */
  | {
    kind: "excused";
    /** Start of the downtime: milliseconds since 1970-01-01 UTC. */
    from: number;
    /** End of the downtime: milliseconds since 1970-01-01 UTC. */
    until: number;
    /** The new deadline of the arrangement, during an arrangement. */
    arrange_by?: number;
    /** The clocks afterwards, if they run. */
    clocks?: ClockView;
  }
  /** A seat offered a draw. The event's `seq` identifies the offer. */
  | {
    kind: "draw_offered";
    /** The seat. */
    seat: Seat;
  }
  /** A seat declined a draw offer. */
  | {
    kind: "draw_declined";
    /** The seat that declined. */
    seat: Seat;
    /** The `seq` of the offer. */
    offer: number;
  }
  /** A seat asked to take back its last turn. The event's `seq` identifies the offer. */
  | {
    kind: "takeback_offered";
    /** The seat. */
    seat: Seat;
  }
  /** A seat declined a takeback offer. */
  | {
    kind: "takeback_declined";
    /** The seat that declined. */
    seat: Seat;
    /** The `seq` of the offer. */
    offer: number;
  }
  /** A turn and what followed it were taken back. */
  | {
    kind: "taken_back";
    /** The `seq` of the offer that was accepted. */
    offer: number;
    /** The position before that turn; its `ply` is the number of remaining actions. */
    position: PositionView;
    /** The clocks; time already used is not given back. Absent in games without a clock. */
    clocks?: ClockView;
  }
  /** A seat offered previews to both players. The event's `seq` identifies the offer. */
  | {
    kind: "previews_offered";
    /** The seat. */
    seat: Seat;
  }
  /** A seat declined an offer of previews. */
  | {
    kind: "previews_declined";
    /** The seat that declined. */
    seat: Seat;
    /** The `seq` of the offer. */
    offer: number;
  }
  /** Both players have agreed to previews: clients show them what an action would do. */
  | {
    kind: "previews_agreed";
    /** The `seq` of the offer that was accepted. */
    offer: number;
  }
  /** A player sent a chat message. */
  | {
    kind: "said";
    /** The seat of the player. */
    seat: Seat;
    /** The text. */
    text: string;
  }
  /** The game is over. */
  | {
    kind: "ended";
    /** The seat that won; null for a draw or no result. */
    winner: Seat | null;
    /** Why it ended. */
    reason: EndReason;
    /** In games with stores, both stores, which are no longer concealed. Absent in other games. */
    stores?: {
      /** South's value. */
      south: number | null;
      /** North's value. */
      north: number | null;
    };
  }
  /** A seat offered a rematch. The event's `seq` identifies the offer. */
  | {
    kind: "rematch_offered";
    /** The seat. */
    seat: Seat;
  }
  /** A seat declined a rematch offer. */
  | {
    kind: "rematch_declined";
    /** The seat that declined. */
    seat: Seat;
    /** The `seq` of the offer. */
    offer: number;
  }
  /** Both seats agreed to a rematch, which has begun with swapped seats. */
  | {
    kind: "rematched";
    /** The new game. */
    rematch: GameId;
  };

/** The response of `GET /api/games/{id}/events`. */
export type EventPage = {
  /** The game. */
  game: GameId;
  /** The viewer's role in it. */
  role: Role;
  /** The newest `seq` of the game. */
  head: number;
  /** Every event after `since`, in order. */
  events: Event[];
};

/** A downtime of the server, for which no seat was charged. */
export type ExcusedDowntime = {
  /** The `seq` of its event. */
  seq: number;
  /** Start of the downtime: milliseconds since 1970-01-01 UTC. */
  from: number;
  /** End of the downtime: milliseconds since 1970-01-01 UTC. */
  until: number;
};

/**
 * The response of `GET /api/positions/actions`: a position, the actions played from there, and what each legal action
 * would do next.
 */
export type ExploredPosition = {
  /** The game and its options. */
  rules: Ruleset;
  /** The position before the actions. */
  start: PositionView;
  /** The actions of `play`, in order, with their effects. */
  played: PlayedAction[];
  /** The position after them in its notation, with all fields. */
  position: string;
  /** The result if the rules have ended the game there; null if it goes on. */
  outcome: Outcome | null;
  /** The effects of the legal actions of the position, in their order. */
  previews: Preview[];
};

/** A line of `GET /api/export`: a finished game with all its events. */
export type ExportedGame = GameSummary & {
  /** The value of `after` that continues the export after this game. */
  cursor: string;
  /** Every event, in order. */
  events: Event[];
  /** How names and chat messages enter the hashes, by the `seq` of their events. */
  commitments?: Record<string, Commitment>;
  /** The hash of the entry with which the game ended: 64 hexadecimal digits. It covers all entries before it. */
  log_hash?: string;
};

/** Who makes the first turn of a new game. South always does, so this decides the seats. */
export type FirstTurn =
  /** The player who creates the game. */
  | "me"
  /** The player who joins it. */
  | "opponent"
  /** The server chooses at random. */
  | "random";

/** A finished game that reached a position. */
export type GameAtPosition = {
  /** The game. */
  game: GameId;
  /** Number of actions before it first reached the position. */
  ply: number;
  /** The action played there; null if the game ended there. */
  action: Action | null;
  /** The player of each seat. */
  players: {
    /** South's value. */
    south: PlayerName | null;
    /** North's value. */
    north: PlayerName | null;
  };
  /** How it ended. */
  outcome: Outcome;
  /** When it ended: milliseconds since 1970-01-01 UTC. */
  ended_at: number;
};

/** The number of games that a search finds. */
export type GameCount = {
  /** Number of games found. */
  games: number;
  /** Whether the number is exact. If not, counting stopped at the server's limit: there are at least that many. */
  exact: boolean;
};

/** The id of a game, which is also its invitation code. */
export type GameId = string;

/** The lengths of games, in turns of both seats together. */
export type GameLengths = {
  /** The shortest game. */
  least: number;
  /** The three quartiles. */
  quartiles: number[];
  /** The longest game. */
  most: number;
  /** Width of a histogram bucket, in turns. */
  bucket: number;
  /** The buckets that are not empty, in order. */
  histogram: LengthBucket[];
};

/** The response of `GET /api/games`. */
export type GameList = {
  /** One page. A short or empty page is not necessarily the last one. */
  games: GameSummary[];
  /** The `cursor` of the next page; null on the last page. */
  next: string | null;
  /** Number of games in the whole search, if the request asked for it. */
  count?: GameCount;
};

/** A line of `GET /api/export?format=moves`: a finished game as its actions and their times, without boards. */
export type GameMoves = GameSummary & {
  /** The value of `after` that continues the export after this game. */
  cursor: string;
  /** The version of the rules. */
  rules_version: number;
  /** The actions in their notation, in order, with a space between two. Actions that were taken back are left out. */
  moves: string;
  /** What the players said, in order. Absent unless the request asked for it. */
  talk?: ChatLine[];
  /**
   * For each action, the milliseconds since the action before it; for the first one, since the first position.
   * Absent in a game imported from a record, whose times are unknown.
   */
  times?: number[];
};

/** The rating of a player in one game. */
export type GameRating = {
  /** The name of the game, without options. */
  game: string;
  /** Whether it is the rating for clocks with days; the other one is for clocks with seconds. */
  correspondence: boolean;
  /** The rating. A player begins with 1500. */
  rating: number;
  /** Its standard deviation, which grows while the player plays no rated games. */
  deviation: number;
  /** Whether too little is known about the player: the deviation is 110 or more. */
  provisional: boolean;
  /** Rated games that counted. */
  games: number;
  /** When the last of them ended: milliseconds since 1970-01-01 UTC. */
  rated_at: number;
};

/** The response of `GET /api/games/{id}/ratings`. */
export type GameRatings = {
  /** The rating of the player in each seat. Null without rated games, and for a free seat. */
  ratings: {
    /** South's value. */
    south: SeatRating | null;
    /** North's value. */
    north: SeatRating | null;
  };
};

/** A game in the list of `GET /api/games`. */
export type GameSummary = {
  /** The game. */
  game: GameId;
  /** The game and its options, as one text. */
  rules: Ruleset;
  /** Whether the game is listed and open to everybody. A private game opens with its id. */
  public: boolean;
  /** The phase of the game. */
  state: State;
  /** The player of each seat. */
  players: {
    /** South's value. */
    south: PlayerName | null;
    /** North's value. */
    north: PlayerName | null;
  };
  /** How it ended. */
  outcome: Outcome | null;
  /** When it was created: milliseconds since 1970-01-01 UTC. */
  created_at: number;
  /** When it ended: milliseconds since 1970-01-01 UTC. */
  ended_at: number | null;
  /** The opening arrays. Absent before both seats have arranged, and in games without arrangement. */
  arrays?: {
    /** South's value. */
    south: OpeningArray;
    /** North's value. */
    north: OpeningArray;
  };
  /** The seats of bots: players for whom a program plays. Absent if there is none. */
  bots?: Seat[];
  /** The time control. Absent in games without a clock. */
  clock?: TimeControl;
  /** The player for whom the free seat is kept. Absent if there is none, or if the seat is taken. */
  invited?: PlayerName;
  /**
   * Whether the game waits for the viewer to move or to arrange. Absent unless the viewer sits in it and it is being
   * arranged or played.
   */
  my_turn?: boolean;
  /** Whether the result changes the players' ratings. Absent if not. */
  rated?: boolean;
  /**
   * The present ratings of the players for this game and its kind of clock. Absent if neither player has one, and in
   * finished games.
   */
  ratings?: {
    /** South's value. */
    south: SeatRating | null;
    /** North's value. */
    north: SeatRating | null;
  };
  /** The seat to move. Absent in games that are not being played. */
  to_move?: Seat;
  /** Completed turns of both seats together. Absent before the game is over. */
  turns?: number;
};

/** The state of a game at one moment, as one viewer may see it. */
export type GameView = {
  /** The game and its options, as one text: `ikibuguzo:choice`. */
  rules: Ruleset;
  /** The version of the rules that the game keeps. */
  rules_version: number;
  /** Whether the game is listed and open to everybody. A private game opens with its id. */
  public: boolean;
  /** When it was created: milliseconds since 1970-01-01 UTC. */
  created_at: number;
  /** The phase of the game. */
  state: State;
  /** The player of each seat. */
  players: {
    /** South's value. */
    south: PlayerName | null;
    /** North's value. */
    north: PlayerName | null;
  };
  /** Whether each seat has arranged. */
  arranged: {
    /** South's value. */
    south: boolean;
    /** North's value. */
    north: boolean;
  };
  /** The arrays of both seats, once revealed. */
  arrays: {
    /** South's value. */
    south: OpeningArray;
    /** North's value. */
    north: OpeningArray;
  } | null;
  /** The position, once play has begun. */
  position: PositionView | null;
  /** The open draw offer. */
  draw_offer: Offer | null;
  /** The state of a rematch. */
  rematch: Rematch;
  /** How it ended. */
  outcome: Outcome | null;
  /** In games with a clock, the deadline of the arrangement: milliseconds since 1970-01-01 UTC. */
  arrange_by?: number;
  /** The arrays from which the viewer may choose now. Absent if there is no choice. */
  arrays_offered?: OpeningArray[];
  /** Whether each seat has halved its clock. Absent if neither has. */
  berserk?: {
    /** South's value. */
    south: boolean;
    /** North's value. */
    north: boolean;
  };
  /** The seats of bots: players for whom a program plays. Absent if there is none. */
  bots?: Seat[];
  /** The time control. Absent in games without a clock. */
  clock?: TimeControl;
  /** The clocks. Absent in games without a clock and before play has begun. */
  clocks?: ClockView;
  /** While arrays are secret, the commitment of each seat that has arranged, as in `arranged`. Absent if there is none. */
  commitments?: {
    /** South's value. */
    south: Commitment | null;
    /** North's value. */
    north: Commitment | null;
  };
  /** Why the invited player declined. Absent unless the player has given a reason. */
  declined?: DeclineReason;
  /** The player for whom the free seat is kept. Absent if there is none, or if the seat is taken. */
  invited?: PlayerName;
  /**
   * Whether each seat may halve its clock with `berserk`, as soon as play has begun: in an arena's game, if it has
   * not acted. Absent if neither may.
   */
  may_berserk?: {
    /** South's value. */
    south: boolean;
    /** North's value. */
    north: boolean;
  };
  /**
   * When the invitation ends, if its maker has chosen that: milliseconds since 1970-01-01 UTC. Absent if the seat is
   * taken.
   */
  open_until?: number;
  /** Whether both players have agreed to previews. Absent if they have not. */
  previews_agreed?: boolean;
  /** The open offer of previews: that both players are shown what an action would do before it is played. */
  previews_offer?: Offer;
  /** Whether the result changes the players' ratings. Absent if not. */
  rated?: boolean;
  /** The viewer's own array while it is secret. */
  sealed?: OpeningArray;
  /** The open takeback offer. It is about the last turn of the seat that offered. */
  takeback_offer?: Offer;
};

/** The response of `GET /api/players/{name}/against/{opponent}`. */
export type HeadToHead = {
  /** The player whose score it is. */
  player: PlayerName;
  /** The opponent. */
  opponent: PlayerName;
  /** The player's score in each game, sorted by the game's name. */
  games: Score[];
};

/** A hole: South's holes are upper case, North's are lower case. */
export type Hole = string;

/** One lap of an action. */
export type Lap =
  /** Counters were sown one by one. */
  | {
    /** The hole from which they came. */
    from: Hole;
    /** `acw` or `cw`. */
    dir: Direction;
    /** Number of counters sown. */
    count: number;
    /** The hole of the last counter. */
    last: Hole;
    /** The captures. Absent if there are none. */
    captured?: Array<[Hole, number]>;
  }
  /** A whole store was entered, with the first counter into `A` of the seat that acted. */
  | {
    /** `own`: from the end of the row back to `A`; `opponent`: on into the opponent's row. */
    enter: Route;
    /** Number of counters sown. */
    count: number;
    /** The hole of the last counter. */
    last: Hole;
    /** The captures. Absent if there are none. */
    captured?: Array<[Hole, number]>;
  }
  /** A pass: nothing happened. */
  | {
    /** Always true. */
    pass: boolean;
  }
  /** The lap limit ended the turn. The counters in hand were put into this hole. */
  | {
    /** The hole. */
    endless: Hole;
  };

/** How a player has left a game. */
export type LeavingKind =
  /** The player did not arrange or make its first turn, and the game was aborted. */
  | "no_show"
  /** The player was gone until the opponent claimed the game. */
  | "walked_away";

/** A game against a person, with a clock in seconds, that the player has left. Only the player and the operator see it. */
export type LeftGame = {
  /** The game. */
  game: GameId;
  /** How it was left. */
  kind: LeavingKind;
  /** When it ended: milliseconds since 1970-01-01 UTC. */
  at: number;
};

/** A bucket of the histogram of lengths. */
export type LengthBucket = {
  /** The smallest number of turns in the bucket. */
  from: number;
  /** Number of games. */
  games: number;
};

/** The number of games created in one month. */
export type MonthCount = {
  /** The month, such as `2026-11`, in UTC. */
  month: string;
  /** Number of games with a result. */
  games: number;
};

/** The body of `PUT /api/players/me`: claims a name with a passphrase. */
export type NameClaim = {
  /** The name: a new one, or the player's present one. */
  name: PlayerName;
  /** The new passphrase. */
  passphrase: Passphrase;
  /** The present passphrase, if the player has one. */
  current?: Passphrase | null;
};

/** The body of `POST /api/games`. */
export type NewGame = {
  /** The client's id for this command. The same id again returns the same game. */
  id: CommandId;
  /** The game and its options, as one text: `ikibuguzo:choice`. */
  rules: Ruleset;
  /** The time control: `none`, `fischer:300+5`, `delay:300+5`, `days:3`. */
  clock?: TimeControl;
  /**
   * How long a challenge stays open, in seconds, whether or not its maker is present: a minute to 14 days, and only
   * with a player as `opponent`. Absent: with a clock in seconds until 10 minutes after its maker was last present,
   * otherwise a week.
   */
  open_for?: number | null;
  /**
   * The opponent: a computer player, which sits down at once, or a player, who is invited. Absent: anybody who may
   * join can take the seat.
   */
  opponent?: Opponent | null;
  /** Whether the game is listed and open to everybody. A private game opens with its id. */
  public?: boolean;
  /**
   * Whether the result changes the players' ratings: only with a clock, and between people who have claimed their
   * names. A player who joins the game agrees to it.
   */
  rated?: boolean;
  /** Who makes the first turn. */
  starts?: FirstTurn;
};

/** The body of `PUT /api/push`: the browser's `PushSubscription.toJSON()`, and the kinds of notices. */
export type NewPushSubscription = {
  /** The browser's address at its push service. It is an `https` address of at most 1,000 bytes. */
  endpoint: string;
  /** The browser's keys. */
  keys: PushKeys;
  /** The kinds of notices that the browser receives. */
  kinds: PushKind[];
};

/** The body of `POST /api/reports`. */
export type NewReport = {
  /** The player who is reported. */
  player: PlayerName;
  /** The reason. */
  reason: ReportReason;
  /** What happened, in at most 500 characters. */
  comment?: string;
  /** The game that the report is about. */
  game?: GameId | null;
};

/** The body of `POST /api/tournaments`. */
export type NewTournament = {
  /** The client's id for this command. The same id again returns the same tournament. */
  id: CommandId;
  /** The game and its options, as one text: `ikibuguzo:choice`. */
  rules: Ruleset;
  /** The time control of the games. Tournament games always have a clock. */
  clock: TimeControl;
  /** The number of places: 4 to 8, in a Swiss tournament 4 to 64, in an arena 4 to 300. */
  places: number;
  /** How the players are paired. Absent: everybody plays everybody else once. */
  format?: TournamentFormat;
  /** How long an arena lasts, in minutes: 10 to 360. Absent: 60. Only for arenas. */
  minutes?: number | null;
  /** Whether the games change ratings. If so, only players who have claimed their names can enter. */
  rated?: boolean;
  /**
   * The number of rounds of a Swiss tournament: 3 to 11, fewer than places. Absent: 5, or one less than places. Only
   * for Swiss tournaments.
   */
  round_count?: number | null;
  /**
   * When it begins, with the players who have entered: milliseconds since 1970-01-01 UTC, in the future, at most 60
   * days from now. With fewer than three players it is then cancelled, unless it is an arena. Absent: it begins when
   * all places are taken, and is cancelled if they are not taken after 14 days; an arena begins at once.
   */
  starts_at?: number | null;
};

/** A number of seconds within which a client sends its next message: 1 to 120. */
export type NextWithin = number;

/** Something that concerns a player in one of its games. */
export type Notice = {
  /** What it is. */
  kind: NoticeKind;
  /** The game. */
  game: GameId;
  /** The `seq` of the event that it is about. */
  seq: number;
  /** The player's seat in the game; with `invited`, the seat that is kept. */
  seat: Seat;
  /** With `offered` and `declined`: what was offered. */
  offer?: OfferKind;
  /** The other player. Absent while the other seat is free. */
  opponent?: PlayerName;
  /** With `ended`: how the game ended. */
  outcome?: Outcome;
  /** With `started`: the game of which this one is the rematch. */
  rematch_of?: GameId;
  /** With `invited` and `started`: the game and its options, as one text. */
  rules?: Ruleset;
};

/** The kind of a notice. */
export type NoticeKind =
  /** Another player made a game for the player. `join` it over HTTP to accept, or `decline` it. */
  | "invited"
  /** The second player sat down, or a rematch began. */
  | "started"
  /** The game waits for the player, to move or to arrange. */
  | "my_turn"
  /** The opponent offers something. */
  | "offered"
  /** The opponent declined what the player had offered. */
  | "declined"
  /** The game is over. */
  | "ended";

/** An open offer. */
export type Offer = {
  /** The `seq` of its event, which identifies it. */
  offer: number;
  /** The seat that offered. */
  seat: Seat;
};

/** What one player offers to the other. */
export type OfferKind =
  /** A draw. */
  | "draw"
  /** To take back a turn. */
  | "takeback"
  /** That both players are shown what an action would do. */
  | "previews"
  /** A rematch. */
  | "rematch";

/** The body of `POST /api/games/offline`. */
export type OfflineGameRecord = {
  /** The record of a finished game against a computer player (docs/NOTATION.md). */
  record: string;
};

/** An opening array. */
export type OpeningArray = "first" | "second";

/** An opponent: a computer player of the server, from `bot:1`, the weakest, to `bot:8`, or the name of a player. */
export type Opponent = string;

/** The order of a list of games. */
export type Order =
  /** By creation, the newest first. */
  | "newest"
  /** By creation, the oldest first. */
  | "oldest"
  /** Finished games by their end, the most recently finished one first. */
  | "ended";

/** How a game ended. */
export type Outcome = {
  /** The seat that won; null for a draw or no result. */
  winner: Seat | null;
  /** Why it ended. */
  reason: EndReason;
};

/** A report that the player has made. */
export type OwnReport = {
  /** The player who is reported. */
  player: PlayerName;
  /** The reason. */
  reason: ReportReason;
  /** What happened; may be empty. */
  comment: string;
  /** When it was made: milliseconds since 1970-01-01 UTC. */
  at: number;
  /** The game that it is about. Absent if it is about none. */
  game?: GameId;
};

/** A player's passphrase. */
export type Passphrase = string;

/** Counters in hand in the middle of a turn. */
export type Pending = {
  /** The hole from which they would be sown. */
  hole: Hole;
  /** Number of counters in hand. */
  hand: number;
};

/** An action and the position after it. */
export type PlayedAction = {
  /** The seat that acted. */
  seat: Seat;
  /** The action. */
  action: Action;
  /** Its laps, in order. */
  laps: Lap[];
  /** The position after it, with both stores. */
  position: PositionView;
};

/** The response of `GET /api/players/me/data`: what the server keeps of the player, apart from its games. */
export type PlayerData = {
  /** The player's public name. */
  name: PlayerName;
  /** Whether the name is claimed with a passphrase. Only a hash of the passphrase is kept. */
  claimed: boolean;
  /** Whether the player is a bot. */
  bot: boolean;
  /** When the player was created: milliseconds since 1970-01-01 UTC. */
  created_at: number;
  /** The player's tokens, of which only hashes are kept. */
  tokens: TokenInfo[];
  /** The players whom the player has blocked. */
  blocked: PlayerName[];
  /** The browsers that receive the player's notices. */
  push: PushSubscriptionInfo[];
  /** The player's ratings. */
  ratings: GameRating[];
  /** The values of each rating after its last 500 games, in the same order. */
  rating_histories: RatingPoint[][];
  /** The player's results, by game. */
  scores: Score[];
  /** The player's games that are not over, at most 1,000. */
  unfinished_games: GameId[];
  /** The tournaments that the player has entered. */
  tournaments: TournamentId[];
  /** The reports that the player has made. */
  reports: OwnReport[];
  /** The operator's decisions about the player that are in force. */
  sanctions: Sanction[];
  /** The games that the player has left, the newest first, at most 1,000. */
  left_games: LeftGame[];
  /**
   * The path that returns all finished games, with every event and every chat message. The request needs the
   * player's token.
   */
  finished_games: string;
};

/** A live game of a player. */
export type PlayerGame = GameSummary & {
  /** The player's seat. */
  seat: Seat;
  /** The newest `seq` of the game. */
  seq: number;
  /** What the opponent offers. Absent if it offers nothing. */
  offers?: OfferKind[];
};

/** The answer to `subscribe`: the player's live games. A notice follows for everything that happens in them later. */
export type PlayerGames = {
  /** The player. */
  player: PlayerName;
  /** The newest 100 games that are being arranged or played, the newest first. */
  games: PlayerGame[];
  /** Whether there are more live games: `GET /api/games` lists them. */
  more: boolean;
  /** The newest 100 games to which the player is invited, the newest first. Absent if there are none. */
  invitations?: GameSummary[];
};

/** The public name of a player. */
export type PlayerName = string;

/** The response of `GET /api/games/{id}/plies/{n}`: the game after its first `n` actions. */
export type PlyView = {
  /** The game. */
  game: GameId;
  /** The viewer's role in it. */
  role: Role;
  /** Number of actions in the game, without those that were taken back. */
  plies: number;
  /** The position after `n` actions. */
  position: PositionView;
  /** The effects of its legal actions, in the same order. */
  previews: Preview[];
};

/** The response of `GET /api/positions/analysis`: the best turns of a position. */
export type PositionAnalysis = {
  /** The position in its notation, with all fields. */
  position: string;
  /** The version of the search and its evaluation. */
  version: number;
  /** The budget of the search: number of actions played in it. */
  nodes: number;
  /** At most three turns that begin differently, the best one first. Empty if the game is over. */
  turns: CandidateTurn[];
};

/** The response of `GET /api/positions`: the finished games that reached a position, and their results. */
export type PositionBook = {
  /** The first seven fields of the position's notation. Null if the request named a key that no game has reached. */
  position: string | null;
  /** The key of the position. */
  key: PositionKey;
  /** The actions played in it, most frequent first, with the results of these games. */
  played: ActionStats[];
  /** The games that reached it, newest in the index first. Private games are listed only for their players. */
  games: GameAtPosition[];
  /** The `cursor` of the next page of games; null on the last page. */
  next: string | null;
};

/** The key of a position. */
export type PositionKey = string;

/** A position, with all that a client needs to draw it and to list the next actions without knowing the rules. */
export type PositionView = {
  /** The counters in each hole, from `A` on. Counters in hand are in no hole. */
  holes: {
    /** South's value. */
    south: number[];
    /** North's value. */
    north: number[];
  };
  /** Number of actions played so far, without those taken back. */
  ply: number;
  /** Number of completed turns of both seats together. */
  turns: number;
  /** The seat to move; null when the rules have ended the game. */
  to_move: Seat | null;
  /** The counters in hand, if the seat to move has a choice in the middle of its turn. */
  pending: Pending | null;
  /**
   * The legal actions: anti-clockwise by letter, then clockwise by letter, then `*`, `*>`, `-`.
   * Only the owner of a store sees `*` and `*>`.
   */
  legal: Action[];
  /**
   * In games with stores, the counters in each store; null for a store that is concealed from the viewer.
   * Absent in other games.
   */
  stores?: {
    /** South's value. */
    south: number | null;
    /** North's value. */
    north: number | null;
  };
};

/** Which players of a game are connected. */
export type Presence = {
  /** The game. */
  game: GameId;
  /** Whether each seat follows the game over a socket. */
  present: {
    /** South's value. */
    south: boolean;
    /** North's value. */
    north: boolean;
  };
  /**
   * When the opponent of an absent seat may claim the game: milliseconds since 1970-01-01 UTC. Null for a seat that
   * is present, and in games where nothing can be claimed.
   */
  claim_at: {
    /** South's value. */
    south: number | null;
    /** North's value. */
    north: number | null;
  };
  /** Number of spectators, over sockets and streams. */
  spectators: number;
  /** Number of games that come before this one for a computer player. Absent if none does. */
  computer_queue?: number;
};

/** The effects of an action before it is played. */
export type Preview = {
  /** The action. */
  action: Action;
  /** Its laps, in order. */
  laps: Lap[];
  /** Number of counters that it would capture. */
  captured: number;
  /** The counters in hand if the player would have a choice next; null if the turn would be over. */
  pending: Pending | null;
};

/** The body of every HTTP error: `application/problem+json` (RFC 9457) with a stable `code`. */
export type Problem = {
  /** The path of the page that explains the code: `/errors#code`, relative to the server. */
  type: string;
  /** The code in words. */
  title: string;
  /** The HTTP status. */
  status: number;
  /** The error of this request: one sentence. */
  detail: string;
  /** The stable code, for programs. */
  code: ErrorCode;
};

/** The response of `GET /api/players/{name}`. */
export type Profile = {
  /** The player's public name. */
  name: PlayerName;
  /** When the player was created: milliseconds since 1970-01-01 UTC. */
  created_at: number;
  /** The player's score in each game, sorted by the game's name. Games of a person against a bot do not count. */
  games: Score[];
  /** Whether the player is a bot: a program plays for it. Absent if not. */
  bot?: boolean;
  /** The player's ratings, by game. Absent if the player has no rated game. */
  ratings?: GameRating[];
};

/** The keys of a browser, in base64url without padding. */
export type PushKeys = {
  /** The public key: a point of P-256, 65 bytes. */
  p256dh: string;
  /** The shared secret, 16 bytes. */
  auth: string;
};

/** A kind of notice that a browser receives while the site is closed. */
export type PushKind =
  /** The game waits for the player to move. */
  | "my_turn"
  /** Another player made a game for the player. */
  | "invited"
  /** The second player sat down: the game begins. */
  | "started";

/** What a push service delivers to the browser, encrypted for it. */
export type PushMessage = {
  /** What it is. */
  kind: PushKind;
  /** The path of the page to open. */
  path: string;
  /** The title of the notification. */
  title: string;
  /** Its text. */
  text: string;
};

/** The response of `GET /api/push`. */
export type PushSettings = {
  /** The server's public key (VAPID), in base64url without padding: the `applicationServerKey` of a subscription. */
  key: string;
  /** The browsers that receive the player's notices, the newest first. */
  subscriptions: PushSubscriptionInfo[];
};

/** A browser that receives a player's notices. */
export type PushSubscriptionInfo = {
  /** The public id of the subscription: the beginning of the SHA-256 of its `endpoint`, in hexadecimal. */
  id: string;
  /** The kinds of notices that the browser receives. */
  kinds: PushKind[];
  /** When it was made: milliseconds since 1970-01-01 UTC. */
  created_at: number;
};

/** A rating after a game. */
export type RatingPoint = {
  /** When the game ended: milliseconds since 1970-01-01 UTC. */
  at: number;
  /** The rating. */
  rating: number;
  /** Its standard deviation. */
  deviation: number;
};

/** The number of games that ended for one reason. */
export type ReasonCount = {
  /** The reason. */
  reason: EndReason;
  /** Number of games. */
  games: number;
};

/** The time charged for an action. */
export type Receipt = {
  /** When the server received the action: milliseconds since 1970-01-01 UTC. */
  arrival: number;
  /** The time charged, in milliseconds. */
  charge: number;
  /** The remaining time, in milliseconds, with the increment if the action ended the turn. */
  balance: number;
  /**
   * The time not charged, in milliseconds, so that the player could watch the sowing before: at most the `allowance`
   * of the game. Absent if it is 0.
   */
  allowance?: number;
};

/** The refusal of a message on the socket. The message changed nothing. */
export type Refusal = {
  /** The reason, for programs. */
  code: ErrorCode;
  /** The reason, for people: one sentence. */
  message: string;
  /** The game of the refused message, if it was readable. */
  game?: GameId;
  /** The id of the refused command, if it was readable. */
  id?: CommandId;
  /** With `too_fast`: the number of milliseconds to wait. */
  retry_after?: number;
};

/** The state of a rematch. */
export type Rematch = {
  /** The open offer. */
  offer: Offer | null;
  /** The new game, once both seats have agreed. */
  game: GameId | null;
};

/** Why a player is reported. */
export type ReportReason =
  /** A program chose the player's turns. */
  | "cheating"
  /** Insults, threats or advertising in the chat or in the name. */
  | "abuse"
  /** The player let the clock run in a lost position, or left games again and again. */
  | "stalling"
  /** The player lost on purpose, or plays under several names. */
  | "arranged"
  /** Anything else; the comment says what. */
  | "other";

/** The role of a viewer in a game. */
export type Role =
  /** Its South player. */
  | "south"
  /** Its North player. */
  | "north"
  /** A spectator. */
  | "spectator";

/** How a store is entered: along the own row, or on into the opponent's row. */
export type Route = "own" | "opponent";

/** Statistics of one ruleset. Games without a result count only in `reasons`. */
export type RulesStats = {
  /** The game and its options. */
  rules: Ruleset;
  /** Number of games with a result. */
  games: number;
  /** Number of games that each seat won. South makes the first turn. */
  won: {
    /** South's value. */
    south: number;
    /** North's value. */
    north: number;
  };
  /** Number of drawn games. */
  drawn: number;
  /** Number of turns in all games, both seats together. */
  turns: number;
  /** Number of laps with a capture in all games. */
  captures: number;
  /** Number of counters captured in all games. */
  captured: number;
  /** Lengths of the games; null if there are none. */
  length: GameLengths | null;
  /** Reasons why games ended, most frequent first. */
  reasons: ReasonCount[];
  /** In games with arrangement, the score of each pair of arrays. */
  arrays: ArrayPairScore[];
  /** Number of games by month of creation, in order. */
  months: MonthCount[];
};

/** A game and its options. */
export type Ruleset = "ikibuguzo:first" | "ikibuguzo:second" | "ikibuguzo:choice" | "kubuguza" | "njombwa:8" | "njombwa:9" | "njombwa:10" | "azigo" | "azigo:own-row" | "azigo:handicap=south" | "azigo:handicap=south,own-row" | "azigo:handicap=north" | "azigo:handicap=north,own-row";

/** A decision of the operator about a player. */
export type Sanction = {
  /** Its kind. */
  kind: SanctionKind;
  /** The reason. */
  reason: string;
  /** When it was decided: milliseconds since 1970-01-01 UTC. */
  at: number;
  /** When it ends: milliseconds since 1970-01-01 UTC. */
  until: number;
};

/** The kinds of decisions about a player. */
export type SanctionKind =
  /** Nothing was wrong. */
  | "dismissed"
  /** The player is warned. */
  | "warned"
  /** The player cannot chat. */
  | "silenced"
  /** The player cannot start or join games. */
  | "banned"
  /** Earlier decisions no longer apply. */
  | "lifted";

/** The score of a player in one game. */
export type Score = {
  /** The game without its options, such as `njombwa`. */
  game: string;
  /** Number of games that the player won. */
  won: number;
  /** Number of games that the player lost. */
  lost: number;
  /** Number of drawn games. */
  drawn: number;
  /** Number of games that were aborted or expired. */
  no_result: number;
};

/** A side of the board. */
export type Seat = "south" | "north";

/** The response of `POST /api/games` and `POST /api/games/{id}/join`. */
export type SeatAssignment = {
  /** The game. Its id is also the invitation code. */
  game: GameId;
  /** The player's seat. */
  seat: Seat;
};

/** The rating of a player beside its name in a game. */
export type SeatRating = {
  /** The rating for the game and its kind of clock. In a finished rated game: after it. */
  rating: number;
  /** How much a finished rated game changed the rating. Absent in lists, and if the game has not changed it. */
  change?: number;
  /** Whether too little is known about the player. Absent if not. */
  provisional?: boolean;
};

/** A message from the server. */
export type ServerMessage =
  /** The answer to `hello`. */
  | {
    type: "welcome";
    /** The version of the protocol. */
    protocol: number;
    /** The version of the server. */
    server: string;
    /** The player of the token; null for a spectator. */
    player: PlayerName | null;
    /** The server's clock: milliseconds since 1970-01-01 UTC. */
    now: number;
  }
  /** The answer to `join`. Every event after its `seq` follows. */
  | Snapshot & {
    type: "game";
  }
  /** An event of a joined game. */
  | Event & {
    type: "event";
    /** The game. */
    game: GameId;
  }
  /** An action of a game that was joined with `compact`, in the compact form. */
  | CompactEvent & {
    type: "acted";
    /** The game. */
    game: GameId;
  }
  /** The command was carried out: its event is in the log on disk. */
  | {
    type: "ack";
    /** The game. */
    game: GameId;
    /** The id of the command. */
    id: CommandId;
    /** The `seq` of its first event. */
    seq: number;
  }
  /** The message was refused. It changed nothing. */
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
  /** Which players are connected. It follows `game` and every change. It is not an event and is not stored. */
  | Presence & {
    type: "presence";
  }
  /** The answer to `subscribe`: the player's live games. A notice follows for everything that happens in them later. */
  | PlayerGames & {
    type: "subscribed";
  }
  /** Something that concerns the player, in any game. It is not an event and is not stored. */
  | Notice & {
    type: "notice";
  }
  /** The last message on a socket: the reason why the server closes it. */
  | {
    type: "bye";
    /** The reason, for programs. */
    code: ErrorCode;
    /** The reason, for people. */
    message: string;
    /** With `restarting` and `too_fast`: the number of milliseconds to wait before reconnecting. */
    retry_after?: number;
  };

/** The body of `POST /api/tokens`: signs in and creates another token. */
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
  /** The viewer's role in it. */
  role: Role;
  /** Delay of the viewer behind the players, in milliseconds. Always 0. */
  delay: number;
  /** The newest `seq` of the game. */
  head: number;
  /** The `seq` of this snapshot: `head`, or the client's own `since`. */
  seq: number;
  /** The game at `seq`. Absent when the client resumes with `since`. */
  view?: GameView;
};

/** The phase of a game. */
export type State =
  /** A seat is free. */
  | "open"
  /** The seats choose their arrays. */
  | "arranging"
  /** The game is being played. */
  | "playing"
  /** The game is over. */
  | "finished";

/** Which games to list, by their phase. */
export type StateFilter =
  /** Games with a free seat. */
  | "open"
  /** Games that are being arranged or played. */
  | "live"
  /** Finished games. */
  | "finished";

/**
 * The response of `GET /api/stats`: statistics of all finished games of people, public and private. Games with a bot
 * do not count.
 */
export type Stats = {
  /** Number of games with a result. */
  games: number;
  /** Statistics of each ruleset that has a finished game. */
  rules: RulesStats[];
};

/** A time control: `none`, `fischer:SECONDS+INCREMENT`, `delay:SECONDS+DELAY` or `days:DAYS`. */
export type TimeControl = string;

/** A secret that authenticates a player. */
export type Token = string;

/** The public id of a token. It does not authenticate. */
export type TokenId = string;

/** One token of a player, without its secret. */
export type TokenInfo = {
  /** Its public id, which revokes it. */
  token: TokenId;
  /** When it was created: milliseconds since 1970-01-01 UTC. */
  created_at: number;
  /** Whether this request was made with it. */
  current: boolean;
};

/** The response of `GET /api/tokens`: the player's tokens, without their secrets. */
export type TokenList = {
  /** All tokens, newest first. */
  tokens: TokenInfo[];
};

/** How the players of a tournament are paired. */
export type TournamentFormat =
  /** Everybody plays everybody else once. */
  | "round_robin"
  /** For some minutes, the players who are free are paired again and again. Players enter and leave at any time. */
  | "arena"
  /** In each of some rounds, players meet opponents with as many points, and nobody meets the same opponent twice. */
  | "swiss";

/** The id of a tournament. */
export type TournamentId = string;

/** The state of a tournament. */
export type TournamentState =
  /** Players can enter. */
  | "open"
  /** Its games are played. */
  | "running"
  /** All its games have ended. */
  | "finished"
  /** Too few players entered. */
  | "cancelled";

/** The response of `POST /api/tournaments`, and a tournament of a list. */
export type TournamentSummary = {
  /** The tournament. */
  tournament: TournamentId;
  /** The game and its options, as one text. */
  rules: Ruleset;
  /** The time control of the games. */
  clock: TimeControl;
  /** Its state. */
  state: TournamentState;
  /** The number of places. */
  places: number;
  /** The number of players who have entered. */
  entered: number;
  /** Who made it. */
  maker: PlayerName;
  /** When it was made: milliseconds since 1970-01-01 UTC. */
  created_at: number;
  /** When an arena that has begun closes: milliseconds since 1970-01-01 UTC. Games that end later do not count. */
  closes_at?: number;
  /** When it ended: milliseconds since 1970-01-01 UTC. */
  ended_at?: number;
  /** How the players are paired. Absent: everybody plays everybody else once. */
  format?: TournamentFormat;
  /** How long an arena lasts, in minutes. */
  minutes?: number;
  /** Whether the games change ratings. Absent if not. */
  rated?: boolean;
  /** The number of rounds of a Swiss tournament. */
  round_count?: number;
  /**
   * When it is to begin: milliseconds since 1970-01-01 UTC. Absent if it begins when all places are taken, or at
   * once.
   */
  starts_at?: number;
};

/** How bad a turn was. */
export type TurnMark =
  /** The turn lost 5 percentage points of win probability or more. */
  | "inaccuracy"
  /** The turn lost 10 percentage points or more. */
  | "mistake"
  /** The turn lost 15 percentage points or more, or missed a win in one. */
  | "blunder";
