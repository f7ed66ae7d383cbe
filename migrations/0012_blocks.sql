-- Players with whom a player does not want to play: neither invites the other or joins its games.
create table block (
    player_id text not null references player (player_id),
    blocked_id text not null references player (player_id),
    blocked_at bigint not null,
    constraint block_once primary key (player_id, blocked_id)
);
