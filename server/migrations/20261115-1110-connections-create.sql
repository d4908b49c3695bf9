-- What a workflow signs in with elsewhere. member_id is null for the organisation's own.
create table connections (
  id uuid primary key,
  member_id uuid references members (id),
  type text not null,
  name text not null,
  -- How an http_generic one is presented; null for other types.
  kind text check (kind in ('apiKey', 'bearer', 'basic', 'query')),
  -- The end of a long secret, for people to tell two apart; the secret itself is in the vault.
  hint text,
  secret_id uuid not null references secrets (id),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index connections_member on connections (member_id);
