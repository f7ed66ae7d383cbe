-- Players who have deleted their accounts: their games stay, under a name that says so.

-- 1 for a former player: nobody can act for it, and it is in no leaderboard.
alter table player add column former bigint not null default 0;
