-- Fingerprints of what a client token was used for (docs/decisions/2026-11-15-idempotency-fingerprint.md).
alter table outgoing_messages
  add column request_key_id text,
  add column request_salt bytea,
  add column request_hash bytea;

-- The actions on threads by client token, also those that affected no message. No foreign key to threads: an action may
-- delete its thread, and its replay is answered all the same.
create table thread_action_tokens (
  thread_id uuid not null,
  client_token text not null,
  mailbox_id uuid not null references mailboxes (id) on delete cascade,
  key_id text,
  salt bytea not null,
  hash bytea not null,
  -- The message and the op of each affected message.
  ops jsonb not null,
  created_at timestamptz(3) not null default now(),
  primary key (thread_id, client_token)
);
create index thread_action_tokens_mailbox on thread_action_tokens (mailbox_id);
create index thread_action_tokens_created on thread_action_tokens using brin (created_at);
