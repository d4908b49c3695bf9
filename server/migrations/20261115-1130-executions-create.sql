-- One run of a workflow. While a process works on it, it is its owner; whoever takes it raises the epoch, and every
-- write of a run asks for both: a process that wakes late changes nothing. The rows are small, since each life of a
-- run writes a new version of them; what a run holds stands in execution_parts, which only grow.
-- No foreign key to workflows: what ran stays readable when its workflow is gone.
create table executions (
  id uuid primary key,
  member_id uuid not null references members (id),
  workflow_id uuid not null,
  version_id uuid not null,
  mailbox_id uuid,
  message_id uuid,
  status text not null default 'queued'
    check (status in ('queued', 'running', 'waiting', 'succeeded', 'failed', 'cancelled')),
  simulated boolean not null default false,
  parent_id uuid,
  -- How many workflows called one another to get here.
  depth smallint not null default 0,
  trigger_node_id text not null,
  trigger_type text not null,
  retry_of uuid,
  headline jsonb,
  error jsonb,
  -- What it gives to the run that called it.
  result jsonb,
  -- Who is waited for, node by node.
  waiting jsonb,
  owner uuid,
  epoch integer not null default 0,
  wake_at timestamptz(3),
  -- How often somebody called: a run that pauses looks whether it was called since it last looked.
  calls integer not null default 0,
  active_ms integer not null default 0,
  created_at timestamptz(3) not null default now(),
  started_at timestamptz(3),
  finished_at timestamptz(3)
) with (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.1);
create index executions_newest on executions (member_id, created_at desc, id desc);
create index executions_of_workflow on executions (workflow_id, created_at desc, id desc);
create index executions_open on executions (workflow_id, created_at, id)
  where owner is null and status in ('queued', 'running');
create index executions_owned on executions (workflow_id, owner) where owner is not null;
create index executions_waking on executions (wake_at) where status = 'waiting';
create index executions_of_message on executions (message_id) where message_id is not null;
create index executions_of_parent on executions (parent_id) where parent_id is not null;
create index executions_retries on executions (retry_of) where retry_of is not null;
create index executions_unended on executions (mailbox_id)
  where mailbox_id is not null and status in ('queued', 'running', 'waiting');
create index executions_finished on executions using brin (finished_at);
create index executions_failed on executions (workflow_id, created_at, id) where status = 'failed';

-- Each workflow at most once a message.
create table dispatched_messages (
  message_id uuid not null,
  workflow_id uuid not null,
  execution_id uuid not null,
  primary key (message_id, workflow_id)
);

-- What a run was given (part 0) and what it did, as JSON text: never looked into by the database, so it is not
-- parsed by it either. A later record of a step takes the place of an earlier one.
create table execution_parts (
  execution_id uuid not null,
  part integer not null,
  content text not null,
  primary key (execution_id, part)
) with (toast_tuple_target = 8160);
alter table execution_parts alter column content set storage external;
