create table sessions (
  id uuid primary key,
  member_id uuid not null references members (id),
  token_hash bytea not null,
  ip text,
  user_agent text,
  created_at timestamptz(3) not null default now(),
  last_seen_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null
);
create unique index sessions_token_key on sessions (token_hash);
create index sessions_member on sessions (member_id);
create index sessions_expiry on sessions (expires_at);

-- Links printed at start while no member exists.
create table setup_tokens (
  token_hash bytea primary key,
  created_at timestamptz(3) not null default now()
);
