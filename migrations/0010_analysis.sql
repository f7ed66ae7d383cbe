-- The analyses of finished games, which were worked out on request.
create table analysis (
    game_id bigint not null primary key references game (game_id),
    -- The version of the search. An analysis of a later version replaces that of an earlier one.
    version bigint not null,
    -- The budget of one search: number of actions played in it.
    nodes bigint not null,
    -- What is said of each turn, in order, as a JSON list.
    turns text not null,
    -- The accuracy of both players in percent, as JSON.
    accuracy text not null
);
