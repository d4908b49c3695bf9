-- Master keys that have sealed something; the keys themselves are never here. A retired one seals nothing more:
-- writers hold a share lock on its row until they commit, so whoever retires it waits for them, and "no secret
-- uses this key" stays true once it is.
create table secret_keys (
  id text primary key,
  retired_at timestamptz(3)
);

create table secrets (
  id uuid primary key,
  owner_kind text not null,
  owner_id text not null,
  key_id text not null references secret_keys (id),
  wrapped_key bytea not null,
  sealed bytea not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);

create index secrets_key_id on secrets (key_id);
