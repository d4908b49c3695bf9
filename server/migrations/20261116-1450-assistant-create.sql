create table assistant_conversations (
  id uuid primary key,
  member_id uuid not null references members (id),
  title text not null,
  workflow_id uuid references workflows (id) on delete set null,
  -- The chosen model; null: the default of the purpose.
  provider text,
  model text,
  connection_id uuid,
  last_model text,
  status text not null default 'idle' check (status in ('idle', 'running', 'failed', 'cancelled')),
  -- Raised with every message of the member; the job of an older turn writes nothing.
  turn integer not null default 0,
  -- The scopes of the key that sent the turn; null: a session.
  scopes text[],
  calls integer not null default 0,
  input_tokens bigint not null default 0,
  output_tokens bigint not null default 0,
  -- The sum of the known costs; null while none is known.
  cost_usd numeric,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default clock_timestamp()
);
create index assistant_conversations_recent on assistant_conversations (member_id, updated_at desc, id);

create table assistant_messages (
  id uuid primary key,
  conversation_id uuid not null references assistant_conversations (id) on delete cascade,
  number integer not null,
  role text not null check (role in ('user', 'assistant', 'tool')),
  content text not null default '',
  tool_calls jsonb not null default '[]',
  tool_call_id text,
  tool_name text,
  tool_ok boolean,
  tool_result jsonb,
  model text,
  -- False while an answer is being streamed into the row.
  is_complete boolean not null default true,
  created_at timestamptz(3) not null default clock_timestamp(),
  constraint assistant_messages_number_key unique (conversation_id, number),
  constraint assistant_messages_tool_call_key unique (conversation_id, tool_call_id)
);

create table assistant_proposals (
  id uuid primary key,
  conversation_id uuid not null references assistant_conversations (id) on delete cascade,
  tool_call_id text not null,
  kind text not null check (kind in ('create_draft', 'update_draft')),
  status text not null default 'proposed' check (status in ('proposed', 'accepting', 'accepted', 'rejected', 'failed')),
  summary text not null,
  name text not null,
  workflow_id uuid references workflows (id) on delete set null,
  graph jsonb not null,
  -- When the graph that it changes was saved; another time now makes it stale.
  base_updated_at timestamptz(3),
  difference jsonb not null,
  issues jsonb not null,
  simulation jsonb,
  created_at timestamptz(3) not null default clock_timestamp(),
  decided_at timestamptz(3),
  constraint assistant_proposals_tool_call_key unique (conversation_id, tool_call_id)
);
