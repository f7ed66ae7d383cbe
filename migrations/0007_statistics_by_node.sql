-- Each server counts in rows of its own, so that none waits for another one's transaction. `node_slot` is a small number
-- that a server is given at its start; imports count in slot -1. Readers add up the slots. What was counted before is in
-- slot 0.

create table outcome_count_by_node (
    rules text not null,
    month text not null,
    result text not null,
    reason text not null,
    arrays text not null,
    -- The slot of the server that counted.
    node_slot bigint not null,
    games bigint not null,
    -- Sums over these games: turns, laps that captured, counters captured.
    turns bigint not null,
    captures bigint not null,
    captured bigint not null,
    constraint outcome_count_once_by_node primary key (rules, month, result, reason, arrays, node_slot)
);
insert into outcome_count_by_node
    (rules, month, result, reason, arrays, node_slot, games, turns, captures, captured)
select rules, month, result, reason, arrays, 0, games, turns, captures, captured from outcome_count;
drop table outcome_count;
alter table outcome_count_by_node rename to outcome_count;

create table length_count_by_node (
    rules text not null,
    turns bigint not null,
    -- The slot of the server that counted.
    node_slot bigint not null,
    games bigint not null,
    constraint length_count_once_by_node primary key (rules, turns, node_slot)
);
insert into length_count_by_node (rules, turns, node_slot, games)
select rules, turns, 0, games from length_count;
drop table length_count;
alter table length_count_by_node rename to length_count;

create table player_score_by_node (
    player_id text not null references player (player_id),
    rules_name text not null,
    public bigint not null,
    -- The slot of the server that counted.
    node_slot bigint not null,
    won bigint not null,
    lost bigint not null,
    drawn bigint not null,
    no_result bigint not null,
    constraint player_score_once_by_node primary key (player_id, rules_name, public, node_slot)
);
insert into player_score_by_node (player_id, rules_name, public, node_slot, won, lost, drawn, no_result)
select player_id, rules_name, public, 0, won, lost, drawn, no_result from player_score;
drop table player_score;
alter table player_score_by_node rename to player_score;

-- `player_id` is the lesser id, and the row counts from its side.
create table pair_score_by_node (
    player_id text not null references player (player_id),
    opponent_id text not null references player (player_id),
    rules_name text not null,
    public bigint not null,
    -- The slot of the server that counted.
    node_slot bigint not null,
    won bigint not null,
    lost bigint not null,
    drawn bigint not null,
    no_result bigint not null,
    constraint pair_score_once_by_node primary key (player_id, opponent_id, rules_name, public, node_slot)
);
insert into pair_score_by_node
    (player_id, opponent_id, rules_name, public, node_slot, won, lost, drawn, no_result)
select player_id, opponent_id, rules_name, public, 0, won, lost, drawn, no_result from pair_score;
drop table pair_score;
alter table pair_score_by_node rename to pair_score;
