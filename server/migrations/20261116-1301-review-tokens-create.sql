-- What a member used a client token for when sending drafts, and the reply that a repeat gets.
create table review_tokens (
  member_id uuid not null references members (id) on delete cascade,
  token bytea not null,
  key_id text,
  salt bytea not null,
  hash bytea not null,
  -- As sent, so that a repeat gets the same text. Null only within the transaction of the request.
  reply json,
  created_at timestamptz(3) not null default now(),
  primary key (member_id, token)
);
create index review_tokens_created on review_tokens using brin (created_at);
