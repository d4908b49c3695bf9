-- Workflows that administrators offer to all. Those that come with the product stand in its code.
create table templates (
  id uuid primary key,
  name text not null,
  description text not null,
  category text,
  graph jsonb not null,
  node_types text[] not null,
  created_by uuid references members (id) on delete set null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);

-- What this instance makes of a template, built in or not: whether it is offered, and how often it was installed.
create table template_uses (
  template_id uuid primary key,
  enabled boolean not null default true,
  install_count integer not null default 0,
  updated_at timestamptz(3) not null default now()
);
