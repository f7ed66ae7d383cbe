-- Entries of all logs stand in the order in which they were written, and each names the one that it follows, by its mark:
-- a number that no other entry has. What a transaction adds to the log and to its key so stands together, whichever games
-- it is of, and not in a page for each game. Whoever first follows an entry has made the move: nobody else can.

-- First of all, so that a server of an earlier version that still runs can add nothing that would be left behind.
alter table event rename to event_before;

alter table game add column log_mark bigint not null default 0;

create table marks_given (
    name text primary key,
    until bigint not null
);

create table event (
    mark bigint not null,
    follows bigint not null,
    game_id text not null,
    seq bigint not null,
    at bigint not null,
    actor text,
    command_id text,
    kind text not null,
    payload text not null,
    constraint event_followed primary key (follows)
);

-- Even marks for entries; an odd one for the beginning of each log, which its first entry follows.
insert into event (mark, follows, game_id, seq, at, actor, command_id, kind, payload)
select 2 * place, case when game_before = game_id then 2 * place - 2 else 2 * place - 1 end,
       game_id, seq, at, actor, command_id, kind, payload
from (
    select event_before.*, row_number() over in_order as place, lag(game_id) over in_order as game_before
    from event_before window in_order as (order by created_at, game_id, seq)
) as placed
order by place;

update game set log_mark = first.follows
from (select game_id, min(follows) as follows from event group by game_id) as first
where first.game_id = game.game_id;

insert into marks_given (name, until)
select 'log', max(mark) + 1 from event having count(*) > 0;

drop table event_before;
