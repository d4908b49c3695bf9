-- The Date header: the reading order of messages that arrived in the same second. Set for the messages that need it;
-- filling it in for all would rewrite the table.
alter table messages add column written_at timestamptz(3);

create temporary table tied on commit drop as
  select distinct m.thread_id from messages m
  where exists (
    select from messages o where o.thread_id = m.thread_id and o.received_at = m.received_at and o.id <> m.id);

update messages m set written_at = (b.headers ->> 'date')::timestamptz
from tied t, message_bodies b
where m.thread_id = t.thread_id and b.message_id = m.id
  and b.headers ->> 'date' ~ '^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$' and b.headers ->> 'date' >= '0001';

update threads t set subject = f.subject, snippet = l.snippet
from tied, lateral (
    select subject from messages m where m.thread_id = tied.thread_id
    order by received_at, written_at, abs(uid), id limit 1) f,
  lateral (
    select snippet from messages m where m.thread_id = tied.thread_id
    order by received_at desc, written_at desc nulls first, abs(uid) desc, id desc limit 1) l
where t.id = tied.thread_id
  and (t.subject, t.snippet) is distinct from (f.subject, l.snippet);
