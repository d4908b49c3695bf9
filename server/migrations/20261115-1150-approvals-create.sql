-- What a workflow asks people. No foreign key to the execution: what was decided stays readable.
create table approvals (
  id uuid primary key,
  member_id uuid not null references members (id) on delete cascade,
  execution_id uuid not null,
  workflow_id uuid not null,
  workflow_name text not null,
  node_id text not null,
  -- The step that asks: however often it is tried, it asks once.
  step_key text not null,
  title text not null,
  details text,
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected', 'expired')),
  message_id uuid,
  -- The message as it was when it was asked about.
  trigger jsonb,
  expires_at timestamptz(3) not null,
  decided_by text,
  decided_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  constraint approvals_step_key unique (step_key)
);
create index approvals_newest on approvals (member_id, status, created_at desc, id desc);
create index approvals_of_message on approvals (message_id) where message_id is not null;
create index approvals_of_execution on approvals (execution_id);
create index approvals_due on approvals (expires_at) where status = 'pending';

-- Links that were sent, one an approver; only hashes.
create table approval_links (
  token_hash bytea primary key,
  approval_id uuid not null references approvals (id) on delete cascade,
  approver text not null
);
create index approval_links_approval on approval_links (approval_id);
