-- The log is in the order of its games' creation first: games that are played at a time stand together, so that a
-- transaction with a move of each of a hundred games changes some twenty pages of the key instead of a hundred.
-- `created_at` is the game's own and never changes, so `(game_id, seq)` is as unique as before.
create table event_log (
    created_at bigint not null,
    game_id text not null,
    seq bigint not null,
    at bigint not null,
    actor text,
    command_id text,
    kind text not null,
    payload text not null,
    constraint event_once primary key (created_at, game_id, seq)
);

insert into event_log (created_at, game_id, seq, at, actor, command_id, kind, payload)
select game.created_at, event.game_id, event.seq, event.at, event.actor, event.command_id, event.kind, event.payload
from event join game on game.game_id = event.game_id order by event.at, event.game_id, event.seq;

drop table event;

alter table event_log rename to event;
