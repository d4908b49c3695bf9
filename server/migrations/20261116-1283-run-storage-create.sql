-- The bytes that the finished executions of each member occupy. Counted every few minutes for what has finished since,
-- so that running a workflow does not wait for a counter.
create table run_storage (
  member_id uuid primary key references members (id) on delete cascade,
  bytes bigint not null check (bytes >= 0)
);
create table run_storage_progress (
  id boolean primary key default true check (id),
  -- What finished before this moment is counted.
  counted_until timestamptz(3) not null
);
insert into run_storage_progress (counted_until) values (now());
insert into run_storage (member_id, bytes)
select e.member_id, sum(octet_length(p.content))
from executions e join execution_parts p on p.execution_id = e.id
where e.finished_at < now() group by 1;
