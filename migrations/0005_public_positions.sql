-- The position index holds public games only: with private games anybody could rebuild one, move by move. It is emptied,
-- and the server builds it again in the background.
delete from position_game;
delete from position_next;
update game set position_number = null where position_number is not null;
drop index game_to_index;

-- Finished public games that are not in the position index yet, the first to end first.
create index game_to_index on game (position_number, ended_at, game_id)
where public = 1 and ended_at is not null and position_number is null;
