-- One row a key while its request runs (claimed by a living process) and for a day after it was answered.
create table idempotency_keys (
  member_id uuid not null references members (id),
  method text not null,
  path text not null,
  key text not null,
  body_hash bytea not null,
  claim uuid,
  process_id uuid,
  status smallint,
  reply text,
  created_at timestamptz(3) not null default now(),
  primary key (member_id, method, path, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);
