-- What the history is searched by, and what is counted of it.

-- `south`, `north`, `draw`, or `none` for a game that ended without one; null while it goes on.
alter table game add column result text;
-- Turns completed, once it is over.
alter table game add column turns bigint;
-- The opening arrays of South and North, with a hyphen between them, once both have arranged.
alter table game add column arrays text;

update game set result = case
    when reason in ('aborted', 'expired') then 'none'
    when winner is null then 'draw'
    else winner
end
where state = 'finished';

-- Every index ends in the order of the lists, so that a page is a stretch of one, wherever in the list it is.
drop index game_by_time;
drop index game_by_state;
drop index game_by_south;
drop index game_by_north;

create index game_by_time on game (public, created_at, game_id);
create index game_by_state on game (public, state, created_at, game_id);
create index game_by_name on game (public, rules_name, created_at, game_id);
create index game_by_rules on game (public, rules, created_at, game_id);
create index game_by_result on game (public, result, created_at, game_id);
create index game_by_reason on game (public, reason, created_at, game_id);
create index game_by_arrays on game (public, arrays, created_at, game_id);
create index game_by_south on game (south, public, created_at, game_id);
create index game_by_north on game (north, public, created_at, game_id);
create index game_by_pair on game (south, north, public, created_at, game_id);

-- How games ended. `month` is that of their creation, such as `2026-11`; `arrays` is empty where there are none.
create table tally_outcome (
    rules text not null,
    month text not null,
    result text not null,
    reason text not null,
    arrays text not null,
    games bigint not null,
    turns bigint not null,
    captures bigint not null,
    captured bigint not null,
    constraint tally_outcome_once primary key (rules, month, result, reason, arrays)
);

-- How long games with a result were.
create table tally_length (
    rules text not null,
    turns bigint not null,
    games bigint not null,
    constraint tally_length_once primary key (rules, turns)
);

create table tally_player (
    player_id text not null references player (player_id),
    rules_name text not null,
    public bigint not null,
    won bigint not null,
    lost bigint not null,
    drawn bigint not null,
    no_result bigint not null,
    constraint tally_player_once primary key (player_id, rules_name, public)
);

-- Two players against each other, once for both: `player_id` is the lesser one, and what is won and lost is its.
create table tally_pair (
    player_id text not null references player (player_id),
    opponent_id text not null references player (player_id),
    rules_name text not null,
    public bigint not null,
    won bigint not null,
    lost bigint not null,
    drawn bigint not null,
    no_result bigint not null,
    constraint tally_pair_once primary key (player_id, opponent_id, rules_name, public)
);

-- Games that ended before anything was counted. The server counts them from their logs, and empties this table.
create table uncounted (
    game_id text not null primary key references game (game_id)
);

insert into uncounted (game_id) select game_id from game where state = 'finished';
