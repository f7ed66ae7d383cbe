-- The number of rounds of a Swiss tournament; null for other formats.
alter table tournament add column rounds bigint;

-- Who rests in a round, and gets the points of a win.
create table tournament_bye (
    tournament_id bigint not null references tournament (tournament_id),
    -- From 1.
    round bigint not null,
    player_id text not null references player (player_id),
    constraint tournament_bye_once primary key (tournament_id, round)
);
