-- How often in a row the process that owned a run died without the run having recorded anything in between, how often
-- it died at all, and the last recorded part when it last died.
alter table executions
  add column crashes smallint not null default 0,
  add column crash_total smallint not null default 0,
  add column crash_part integer not null default -1,
  -- The run that started it all, of one that was called or started by a failure; null for that run itself.
  add column root_id uuid;

-- Whether a part holds steps without an effect, which were saved on the way and could be computed again.
alter table execution_parts add column computed boolean;

-- How many runs a root has started, directly or not.
create table execution_families (
  root_id uuid primary key,
  descendants integer not null
) with (fillfactor = 50);
