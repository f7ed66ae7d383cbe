-- The first schema. One text for SQLite and Postgres: times are milliseconds since 1970-01-01 UTC, booleans are 0 or 1.
--
-- Migrations only append: a later change is a new file, and an applied file is never edited.

-- Players: guests, players with a passphrase, and the people of imported games.
create table player (
    player_id text not null primary key,
    name text not null,
    created_at bigint not null,
    -- 1 for a player of imported games who has never logged in here.
    imported bigint not null default 0,
    constraint player_name_taken unique (name)
);

-- Every name that a player has or had, as its skeleton: names that look alike have the same skeleton
-- (`store/src/name_skeleton.rs`). No two players share a skeleton.
create table known_name (
    skeleton text not null primary key,
    player_id text not null references player (player_id)
);

-- The passphrase of a player who has claimed a name: Argon2id with its salt and parameters, as a PHC string.
create table passphrase (
    player_id text not null primary key references player (player_id),
    hash text not null,
    set_at bigint not null
);

-- Tokens: a client proves with one that it acts for a player. Only the SHA-256 of a token is stored, in hexadecimal.
create table token (
    token_hash text not null primary key,
    player_id text not null references player (player_id),
    created_at bigint not null
);

-- A player's tokens by age, for the list of them and to revoke the oldest when there are too many.
create index token_by_player on token (player_id, created_at);

-- Games, one row each: what lists show and filter on. Everything here but the ids follows from the log, and is written
-- in the transaction that writes the log.
create table game (
    -- The game's number: 42 bits of milliseconds of its creation above 21 random bits. Numbers ascend with creation, so
    -- that games played at the same time stand together in the log's key.
    game_id bigint not null primary key,
    -- The public id: 12 characters, in addresses and in the API.
    code text not null,
    -- The game's name, and its name with options.
    rules_name text not null,
    rules text not null,
    -- The time control; `none` for a game without a clock.
    clock text not null,
    -- 1 if listed and open to all, 0 if by invitation.
    public bigint not null,
    -- `open`, `arranging`, `playing` or `finished`.
    state text not null,
    south text references player (player_id),
    north text references player (player_id),
    -- The rest is null until the game is over, except for `arrays`.
    winner text,
    reason text,
    -- `south`, `north`, `draw`, or `none` for a game that ended without a result.
    result text,
    -- Turns completed, both seats together.
    turns bigint,
    -- The opening arrays of South and North with a hyphen between them, from the reveal on.
    arrays text,
    created_at bigint not null,
    ended_at bigint,
    -- Nothing happens in the game without a command before this time; null if nothing ever does.
    due_at bigint,
    -- The player who created it, and the id of that command; null for a rematch and for an imported game.
    creator text,
    create_command text,
    -- Its place in the order in which finished games entered the position index; null until then.
    position_number bigint,
    constraint game_code_taken unique (code),
    constraint game_created_once unique (creator, create_command)
);

-- Lists are in the order of `(created_at, code)`. Every filter has an index that ends in that order, so that a page is
-- one stretch of an index wherever it is in the list. A column that is null in most games in play is indexed only where
-- it is not null, so that these games do not pay for it.
create index game_by_time on game (public, created_at, code);
create index game_by_state on game (public, state, created_at, code);
create index game_by_name on game (public, rules_name, created_at, code);
create index game_by_rules on game (public, rules, created_at, code);
create index game_by_result on game (public, result, created_at, code) where result is not null;
create index game_by_reason on game (public, reason, created_at, code) where reason is not null;
create index game_by_arrays on game (public, arrays, created_at, code) where arrays is not null;
create index game_by_south on game (south, public, created_at, code);
create index game_by_north on game (north, public, created_at, code);
create index game_by_pair on game (south, north, public, created_at, code);

-- Finished games in the order of their ends, for exports.
create index game_by_end on game (ended_at, code) where ended_at is not null;

-- Games in which something happens without a command, by time.
create index game_by_due on game (due_at) where due_at is not null;

-- Games by their place in the position index.
create unique index game_by_position_number on game (position_number) where position_number is not null;

-- Finished games that are not in the position index yet, the first to end first.
create index game_to_index on game (position_number, ended_at, game_id)
where ended_at is not null and position_number is null;

-- The log: what happened in every game. `select * from event where game_id = … order by seq` is the log of one. Rows are
-- only added. The primary key is the lock between servers: of two that append the same `seq`, one gets a conflict.
--
-- No foreign key: to look up the game for each move costs as much as to insert the move. The first entry of a game is
-- inserted together with its row, and a later one only after the earlier ones were read.
create table event (
    game_id bigint not null,
    -- From 1, without gaps.
    seq bigint not null,
    at bigint not null,
    -- The player whose command made the entry, and the command's id. Only the first entry of a command has them.
    actor text,
    command_id text,
    -- The kind of fact, and the fact as JSON.
    kind text not null,
    payload text not null,
    constraint event_seq_taken primary key (game_id, seq)
);

-- The last time at which a server ran: one row, named `server`.
create table heartbeat (
    name text not null primary key,
    at bigint not null
);

-- Periods in which no server ran. Clocks are not charged for them.
create table downtime (
    from_at bigint not null primary key,
    until_at bigint not null
);

-- Statistics. A game is counted in the transaction that ends it.

-- How games ended. `month` is that of their creation, such as `2026-11`; `arrays` is empty for games without them.
create table outcome_count (
    rules text not null,
    month text not null,
    result text not null,
    reason text not null,
    arrays text not null,
    games bigint not null,
    -- Sums over these games: turns, laps that captured, counters captured.
    turns bigint not null,
    captures bigint not null,
    captured bigint not null,
    constraint outcome_count_once primary key (rules, month, result, reason, arrays)
);

-- How many turns games with a result had.
create table length_count (
    rules text not null,
    turns bigint not null,
    games bigint not null,
    constraint length_count_once primary key (rules, turns)
);

-- The score of each player in each game.
create table player_score (
    player_id text not null references player (player_id),
    rules_name text not null,
    public bigint not null,
    won bigint not null,
    lost bigint not null,
    drawn bigint not null,
    no_result bigint not null,
    constraint player_score_once primary key (player_id, rules_name, public)
);

-- The score of two players against each other, one row for both: `player_id` is the lesser id, and the row counts
-- from its side.
create table pair_score (
    player_id text not null references player (player_id),
    opponent_id text not null references player (player_id),
    rules_name text not null,
    public bigint not null,
    won bigint not null,
    lost bigint not null,
    drawn bigint not null,
    no_result bigint not null,
    constraint pair_score_once primary key (player_id, opponent_id, rules_name, public)
);

-- The position index: which finished games reached which position. It is computed from the logs; `copy` leaves it out.

-- A position is identified by the first 16 bytes of the SHA-256 of its text: eight are its public key, eight more
-- distinguish positions with the same key.
create table position_game (
    position_key bigint not null,
    position_check bigint not null,
    -- The `position_number` of the game.
    position_number bigint not null,
    -- The number of actions after which the game first reached the position, and the action played there; empty at the
    -- end of a game.
    ply bigint not null,
    action text not null,
    constraint position_game_once primary key (position_key, position_check, position_number)
);

-- For each action played in a position: how many games South won, North won, and were drawn.
create table position_next (
    position_key bigint not null,
    position_check bigint not null,
    action text not null,
    south bigint not null,
    north bigint not null,
    draw bigint not null,
    constraint position_next_once primary key (position_key, position_check, action)
);
