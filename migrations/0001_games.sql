-- Times are milliseconds since 1970-01-01 UTC; booleans are 0 or 1; one text serves SQLite and Postgres.

create table player (
    player_id text not null primary key,
    name text not null,
    created_at bigint not null,
    constraint player_name_taken unique (name)
);

-- Only the SHA-256 of a token is kept, in hexadecimal.
create table token (
    token_hash text not null primary key,
    player_id text not null references player (player_id),
    created_at bigint not null
);

-- What lists filter on: a projection of the events, written in the same transaction as they are.
create table game (
    game_id text not null primary key,
    rules_name text not null,
    rules text not null,
    public bigint not null,
    state text not null,
    south text references player (player_id),
    north text references player (player_id),
    winner text,
    reason text,
    created_at bigint not null,
    ended_at bigint,
    -- Who created it, with which command; empty for a rematch.
    creator text,
    create_command text,
    constraint game_created_once unique (creator, create_command)
);

create index game_by_time on game (created_at, game_id);
create index game_by_state on game (state, created_at, game_id);
create index game_by_south on game (south, created_at, game_id);
create index game_by_north on game (north, created_at, game_id);

-- The log is the game. The primary key is the only lock between writers; rows are never changed or removed.
create table event (
    game_id text not null references game (game_id),
    seq bigint not null,
    at bigint not null,
    actor text,
    command_id text,
    kind text not null,
    payload text not null,
    constraint event_seq_taken primary key (game_id, seq),
    constraint event_command_once unique (game_id, command_id)
);
