-- member_id is null for the organisation's own.
create table signatures (
  id uuid primary key,
  member_id uuid references members (id),
  name text not null,
  body_text text not null,
  body_html text not null,
  is_default boolean not null default false,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint signatures_owner_name_key unique nulls not distinct (member_id, name)
);
create unique index signatures_owner_default_key on signatures (member_id) nulls not distinct where is_default;
