-- The version of what is counted for a day: another one after each change. Processes keep what they have read until then.
create sequence dashboard_versions;
create table dashboard_changes (
  source text not null,
  -- Days since 1970, UTC.
  day integer not null,
  version bigint not null default nextval('dashboard_versions'),
  primary key (source, day)
) with (fillfactor = 50);

-- Running totals are added up by the reader.
drop function dashboard_below(bigint[], bigint[], bigint);

-- AI calls have four measures for each model and purpose, and no rows without them.
delete from dashboard_days where source like 'ai%';
update dashboard_progress set counted_until = coalesce((select min(created_at) from ai_usage), now())
where source = 'ai';
