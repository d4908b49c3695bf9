-- Unfinished executions from the partial indexes that claiming and ending runs need anyway: an index of their own was
-- written twice by every run. Waiting ones may be many, and wait for days.
drop index executions_unfinished;
create index executions_waiting on executions (member_id, created_at) where status = 'waiting';
create view unfinished_executions as
  select id, member_id, workflow_id, mailbox_id, status, created_at from executions
  where owner is null and not held and status in ('queued', 'running') and not simulated
  union all
  select id, member_id, workflow_id, mailbox_id, status, created_at from executions
  where held and status = 'queued' and owner is null and not simulated
  union all
  select id, member_id, workflow_id, mailbox_id, status, created_at from executions
  where owner is not null and not simulated
  union all
  select id, member_id, workflow_id, mailbox_id, status, created_at from executions
  where status = 'waiting' and owner is null and not simulated;
