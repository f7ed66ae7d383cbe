-- Arenas: tournaments in which those who are free are paired again and again for some minutes.
alter table tournament add column format text not null default 'round_robin';

-- How long an arena lasts; null for other formats.
alter table tournament add column minutes bigint;

-- When an arena that has begun closes. Games that end later do not count.
alter table tournament add column closes_at bigint;

-- When the game began, and when it ended; null for games of tournaments before arenas.
alter table tournament_game add column begun_at bigint;
alter table tournament_game add column ended_at bigint;
