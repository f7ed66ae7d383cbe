-- The log refers to no row of `game`: to look it up for each move costs as much as to insert the move. It holds all the
-- same, since the first entry of a game is inserted together with its row, and every other one by whoever has read that.
create table event_log (
    game_id text not null,
    seq bigint not null,
    at bigint not null,
    actor text,
    command_id text,
    kind text not null,
    payload text not null,
    constraint event_seq_taken primary key (game_id, seq)
);

insert into event_log (game_id, seq, at, actor, command_id, kind, payload)
select game_id, seq, at, actor, command_id, kind, payload from event order by at, game_id, seq;

drop table event;

alter table event_log rename to event;
