-- What players report of others to the operator.
create table report (
    report_id bigint not null primary key,
    reporter text not null references player (player_id),
    reported text not null references player (player_id),
    -- The public id of a game, if the report is about one.
    game text,
    reason text not null,
    -- What the reporter says; may be empty.
    comment text not null,
    reported_at bigint not null,
    -- When the operator decided about the reported player; null until then.
    settled_at bigint
);

-- Reports that wait for the operator, the first one first.
create index report_open on report (reported_at, report_id) where settled_at is null;
create index report_by_reporter on report (reporter, reported_at);
create index report_by_reported on report (reported, reported_at);

-- What operators have decided about players. Rows are only added, so they are the record of these decisions.
create table sanction (
    player_id text not null references player (player_id),
    at bigint not null,
    -- dismissed, warned, silenced, banned, or lifted: then earlier ones end.
    kind text not null,
    -- The reason, for the player.
    reason text not null,
    until_at bigint not null,
    constraint sanction_once primary key (player_id, at)
);
