-- Tournaments in which everybody plays everybody else once.
create table tournament (
    tournament_id bigint not null primary key,
    -- The public id.
    code text not null,
    -- Who made it, and the command with which.
    maker text not null references player (player_id),
    create_command text not null,
    rules text not null,
    clock text not null,
    rated bigint not null,
    places bigint not null,
    created_at bigint not null,
    -- When it begins, if that was said.
    starts_at bigint,
    -- Players who have entered and not withdrawn before it began.
    entered bigint not null default 0,
    -- How often the tournament has changed. A server that takes a step changes it from what it has read; of two servers, one
    -- changes no row and does nothing.
    version bigint not null default 0,
    -- Null if it has not begun.
    started_at bigint,
    ended_at bigint,
    constraint tournament_by_code unique (code),
    constraint tournament_created_once unique (maker, create_command)
);

-- Tournaments that are not over, the last one last.
create index tournament_live on tournament (created_at, tournament_id) where ended_at is null;

-- Tournaments that are over, the last one last.
create index tournament_over on tournament (ended_at, tournament_id) where ended_at is not null;

create table tournament_player (
    tournament_id bigint not null references tournament (tournament_id),
    player_id text not null references player (player_id),
    entered_at bigint not null,
    withdrawn_at bigint,
    -- The place in the list of players for the pairings, from 0; null until the tournament begins.
    number bigint,
    constraint tournament_player_once primary key (tournament_id, player_id)
);

create index tournament_player_by_player on tournament_player (player_id, entered_at);

create table tournament_game (
    tournament_id bigint not null references tournament (tournament_id),
    -- From 1.
    round bigint not null,
    south text not null references player (player_id),
    north text not null references player (player_id),
    -- The public id of the game; null if one of the players had withdrawn before.
    game text,
    -- Null until the game has ended.
    south_points bigint,
    north_points bigint,
    constraint tournament_game_once primary key (tournament_id, round, south)
);

-- Games of tournaments whose points are not known yet.
create index tournament_game_undecided on tournament_game (tournament_id, game) where south_points is null;
