-- Figures of the dashboard, kept when the rows that they were counted from are deleted. A job counts what was recorded
-- since its last run; a reply adds what it has not counted yet.

create table dashboard_progress (
  source text primary key check (source in ('executions', 'journal', 'mail', 'ai')),
  -- Everything recorded before this moment is counted.
  counted_until timestamptz(3) not null,
  -- Days (since 1970, UTC) before this one have their durations of a whole day.
  closed_until integer not null
);
insert into dashboard_progress (source, counted_until, closed_until)
select source, coalesce(first, now()), floor(extract(epoch from coalesce(first, now())) / 86400)
from (values
  ('executions', (select min(finished_at) from executions)),
  ('journal', (select min(created_at) from journal_entries)),
  ('mail', (select min(least(created_at, sent_at)) from outgoing_messages)),
  ('ai', null)
) as sources (source, first);

-- Executions that finished before this are counted and may be deleted.
create view counted_executions as
  select counted_until from dashboard_progress where source = 'executions';

-- Amounts of a day (since 1970, UTC) by quarter of an hour, as running totals: `upto[i]` is the sum of all quarters up
-- to `marks[i]`. Quarters without anything have no mark.
create table dashboard_days (
  source text not null,
  level text not null check (level in ('org', 'member', 'workflow', 'mailbox', 'both')),
  -- The id of what the level names, the workflow for `both`; zeros for the organisation.
  subject uuid not null,
  day integer not null,
  measure text not null,
  -- The model or the purpose of AI calls.
  detail text not null,
  -- Zeros where the level does not have one.
  mailbox_id uuid not null,
  member_id uuid not null,
  total bigint not null,
  marks bigint[] not null,
  upto bigint[] not null,
  primary key (source, level, subject, day, measure, detail, mailbox_id, member_id)
) with (fillfactor = 80);
create index dashboard_days_of_member on dashboard_days (source, level, member_id, day, subject, measure)
  include (total);

-- How long executions took, by the hour or day that they were created in: `upto[i]` of them took `marks[i]` ms or less.
create table dashboard_durations (
  level text not null check (level in ('org', 'member', 'workflow', 'mailbox', 'both')),
  subject uuid not null,
  hours smallint not null check (hours in (1, 24)),
  -- Hours since 1970.
  start integer not null,
  mailbox_id uuid not null,
  member_id uuid not null,
  marks bigint[] not null,
  upto bigint[] not null,
  primary key (level, subject, hours, start, mailbox_id, member_id)
) with (fillfactor = 80);
create index dashboard_durations_hours on dashboard_durations (start) where hours = 1;

-- What was counted, to the millisecond, for windows that begin or end within a quarter of an hour.
create table dashboard_events (
  source text not null,
  -- Hours since 1970.
  hour integer not null,
  member_id uuid not null,
  workflow_id uuid,
  mailbox_id uuid,
  measure text not null,
  -- Milliseconds since the hour began.
  offsets integer[] not null,
  took bigint[]
);
create index dashboard_events_hour on dashboard_events (source, hour, member_id);
create index dashboard_events_workflow on dashboard_events (workflow_id, hour) where source = 'executions';

-- Adds two lists of running totals.
create function dashboard_merged(marks_a bigint[], upto_a bigint[], marks_b bigint[], upto_b bigint[])
  returns table (marks bigint[], upto bigint[])
  language sql immutable rows 1
  begin atomic
    select array_agg(mark order by mark), array_agg(total order by mark) from (
      select mark, (sum(sum(amount)) over (order by mark))::bigint as total from (
        select a.mark, a.upto - lag(a.upto, 1, 0::bigint) over (order by a.mark) as amount
        from unnest(marks_a, upto_a) as a (mark, upto)
        union all
        select b.mark, b.upto - lag(b.upto, 1, 0::bigint) over (order by b.mark)
        from unnest(marks_b, upto_b) as b (mark, upto)
      ) amounts group by mark
    ) totals;
  end;

-- The total of the marks below `before`.
create function dashboard_below(marks bigint[], upto bigint[], before bigint) returns bigint
  language sql immutable
  return coalesce(upto[width_bucket(before - 1, marks)], 0);
