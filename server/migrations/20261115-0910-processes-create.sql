-- The processes that share this database, each renewed every two seconds by the process itself. An id is an
-- epoch: a process whose row was taken by others comes back under a new id. Logged, so that a crash of the
-- database does not look like the death of everyone.
create table processes (
  id uuid primary key,
  roles text[] not null,
  -- What its jobs are locked by (graphile_worker locked_by), written before the first job is taken.
  worker_ids text[] not null default '{}',
  host text not null,
  pid text not null,
  -- The kernel boot and process namespace the pid belongs to: a neighbour there can see a death at once.
  place text,
  started_at timestamptz(3) not null default now(),
  heartbeat_at timestamptz(3) not null default now()
) with (fillfactor = 50);

create function process_is_alive(process_id uuid) returns boolean
  language sql stable
  return exists (
    select from processes where id = process_id and heartbeat_at > now() - interval '10 seconds'
  );
