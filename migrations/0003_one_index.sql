-- A command's id needs no index of its own: whoever inserts entry n of a game has read every entry before it, and of two
-- that have not read each other's only one gets the number. Without it a move touches one random page less.
create table event_log (
    game_id text not null references game (game_id),
    seq bigint not null,
    at bigint not null,
    actor text,
    command_id text,
    kind text not null,
    payload text not null,
    constraint event_log_seq_taken primary key (game_id, seq)
);

insert into event_log (game_id, seq, at, actor, command_id, kind, payload)
select game_id, seq, at, actor, command_id, kind, payload from event order by at, game_id, seq;

drop table event;

alter table event_log rename to event;
