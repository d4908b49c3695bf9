create table members (
  id uuid primary key,
  email text not null,
  name text not null,
  role text not null check (role in ('member', 'admin')),
  status text not null default 'active' check (status in ('active', 'suspended')),
  password_hash text,
  settings jsonb not null default '{}',
  ingestion_scope jsonb not null default '{"mode": "exclude", "domains": [], "emails": []}',
  dispatch_mode text not null default 'all' check (dispatch_mode in ('all', 'priority')),
  created_at timestamptz(3) not null default now()
);
create unique index members_email_key on members (lower(email));

create table invitations (
  id uuid primary key,
  email text not null,
  role text not null check (role in ('member', 'admin')),
  token_hash bytea not null,
  invited_by uuid references members (id),
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null
);
create unique index invitations_token_key on invitations (token_hash);
create unique index invitations_email_key on invitations (lower(email));
