-- Finds what there is of a player whose account is deleted, without a look at the rows of all players. Open games have an
-- index of their own (migration 0009).
create index known_name_by_player on known_name (player_id);
create index block_by_blocked on block (blocked_id);
create index game_by_past_invited on game (invited) where invited is not null and state <> 'open';
