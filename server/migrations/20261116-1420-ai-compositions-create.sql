-- A text that a model wrote in a run, and what it may rest on. A mail that carries it is checked against that before it
-- leaves, in this run and in those that it called.
create table ai_compositions (
  key text primary key,
  member_id uuid not null references members (id),
  root_id uuid not null references executions (id) on delete cascade,
  subject text not null,
  text text not null,
  sources jsonb not null,
  cited text[] not null,
  today date not null,
  created_at timestamptz(3) not null default now()
);
create index ai_compositions_of_run on ai_compositions (root_id);

-- The same for a draft in review: its statements are looked up when somebody reads it, whatever was changed in it.
create table ai_draft_sources (
  draft_id uuid primary key references outgoing_messages (id) on delete cascade,
  member_id uuid not null references members (id),
  composed text[] not null,
  sources jsonb not null,
  cited text[] not null,
  today date not null,
  to_check integer not null check (to_check >= 0),
  created_at timestamptz(3) not null default now()
);

-- Mails of one sender with subjects of one shape that a model always classified in the same way.
create table ai_patterns (
  id uuid primary key,
  member_id uuid not null references members (id),
  workflow_id uuid not null references workflows (id) on delete cascade,
  node_id text not null,
  prompt_hash bytea not null,
  sender text not null,
  subject_shape text not null,
  labels text[] not null,
  seen integer not null check (seen > 0),
  status text not null check (status in ('learning', 'active', 'disabled')),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint ai_patterns_key unique (workflow_id, node_id, sender, subject_shape)
);
create index ai_patterns_of_member on ai_patterns (member_id, sender);
