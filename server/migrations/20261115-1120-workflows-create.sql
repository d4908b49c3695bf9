create table workflows (
  id uuid primary key,
  member_id uuid not null references members (id) on delete cascade,
  name text not null,
  draft_version_id uuid,
  published_version_id uuid,
  archived_at timestamptz(3),
  paused_at timestamptz(3),
  -- Among the workflows that want the same message; the lowest first, none last.
  dispatch_priority integer,
  error_workflow_id uuid references workflows (id) on delete set null,
  max_concurrency integer,
  execution_timeout_ms integer,
  webhook_token_hash bytea,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint workflows_webhook_token_key unique (webhook_token_hash)
);
create index workflows_member on workflows (member_id, created_at desc, id desc);
create index workflows_error_workflow on workflows (error_workflow_id) where error_workflow_id is not null;

-- One that is published never changes again; the draft is the one that is not.
create table workflow_versions (
  id uuid primary key,
  workflow_id uuid not null references workflows (id) on delete cascade,
  number integer not null,
  graph jsonb not null,
  published_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint workflow_versions_number_key unique (workflow_id, number)
);
create unique index workflow_versions_draft_key on workflow_versions (workflow_id) where published_at is null;

-- What starts a workflow that is published, neither paused nor archived: rows of no other stand here.
create table workflow_triggers (
  workflow_id uuid not null references workflows (id) on delete cascade,
  version_id uuid not null,
  node_id text not null,
  type text not null,
  member_id uuid not null,
  -- Null: all mailboxes of the member.
  mailbox_ids uuid[],
  params jsonb not null,
  -- When a schedule is due next.
  next_at timestamptz(3),
  primary key (workflow_id, node_id)
);
create index workflow_triggers_member on workflow_triggers (member_id, type);
create index workflow_triggers_next on workflow_triggers (next_at) where next_at is not null;

-- Messages that a member tries a workflow with. No foreign key: what is gone is not shown.
create table workflow_test_messages (
  workflow_id uuid not null references workflows (id) on delete cascade,
  position integer not null,
  message_id uuid not null,
  primary key (workflow_id, position)
);
