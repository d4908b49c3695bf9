-- Messages that a person has sorted, for one classification node. What is kept of the mail goes with the message.
create table eval_references (
  id uuid primary key,
  member_id uuid not null references members (id),
  workflow_id uuid not null references workflows (id) on delete cascade,
  node_id text not null,
  message_id uuid not null references messages (id) on delete cascade,
  categories text[] not null,
  source text not null check (source in ('message', 'execution', 'review', 'correction', 'import')),
  -- As a model is shown the message: sender, subject and names of files; the beginning of the visible text.
  heading text not null,
  excerpt text not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint eval_references_key unique (workflow_id, node_id, message_id)
);
create index eval_references_newest on eval_references (workflow_id, node_id, updated_at desc, id desc);
create index eval_references_of_message on eval_references (message_id);

create table eval_runs (
  id uuid primary key,
  member_id uuid not null references members (id),
  workflow_id uuid not null references workflows (id) on delete cascade,
  node_id text not null,
  status text not null default 'queued' check (status in ('queued', 'running', 'succeeded', 'failed')),
  -- The node as it was when the run was requested, and the question in the words of the prompt.
  classifier jsonb not null,
  prompt text not null,
  categories text[] not null,
  multi_label boolean not null,
  provider text not null,
  model text not null,
  created_at timestamptz(3) not null default now(),
  -- When its job last took some of its cases.
  progressed_at timestamptz(3) not null default now(),
  finished_at timestamptz(3)
);
create index eval_runs_newest on eval_runs (workflow_id, node_id, created_at desc, id desc);
create index eval_runs_unfinished on eval_runs (member_id, created_at, id) where status in ('queued', 'running');

-- One message of a run. A case is decided once: whoever decides it takes it out of `pending`.
create table eval_cases (
  id uuid primary key,
  run_id uuid not null references eval_runs (id) on delete cascade,
  position integer not null,
  message_id uuid not null,
  -- What the reference set said when the run was requested.
  expected text[],
  status text not null default 'pending' check (status in ('pending', 'done', 'failed')),
  predicted text[],
  confidence double precision,
  cost_usd numeric(18, 9),
  error jsonb,
  constraint eval_cases_position unique (run_id, position),
  constraint eval_cases_message unique (run_id, message_id),
  check ((status = 'done') = (predicted is not null)),
  check ((status = 'failed') = (error is not null))
);
create index eval_cases_pending on eval_cases (run_id, position) where status = 'pending';
