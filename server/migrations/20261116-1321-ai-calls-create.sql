-- One call of an AI model: what it cost and for what. No personal data and no texts, so that the rows can be kept.
create table ai_calls (
  id uuid primary key,
  member_id uuid not null references members (id),
  workflow_id uuid,
  execution_id uuid,
  node_id text,
  mailbox_id uuid,
  purpose text not null,
  provider text not null,
  model text not null,
  tokens_in integer not null check (tokens_in >= 0),
  tokens_out integer not null check (tokens_out >= 0),
  cost_usd numeric(18, 9) not null check (cost_usd >= 0),
  -- The time of the transaction that records the call, never an earlier one: the dashboard counts by it.
  created_at timestamptz(3) not null default now()
);
create index ai_calls_created on ai_calls (created_at);
create index ai_calls_of_member on ai_calls (member_id, created_at);
create view ai_usage as
  select member_id, workflow_id, mailbox_id, purpose, provider, model, tokens_in, tokens_out, cost_usd, created_at
  from ai_calls;
