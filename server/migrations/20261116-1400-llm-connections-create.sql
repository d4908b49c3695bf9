-- AI providers of the instance. Keys are sealed in `secrets`.
create table llm_connections (
  id uuid primary key,
  provider text not null,
  label text not null constraint llm_connections_label_key unique,
  is_default boolean not null default false,
  base_url text,
  secret_id uuid references secrets (id),
  api_key_hint text,
  -- Null: any model may be used.
  enabled_models text[],
  -- What the provider reported when it was last asked.
  reported_models text[],
  reported_at timestamptz(3),
  max_concurrency integer not null default 20 check (max_concurrency > 0),
  max_per_minute integer check (max_per_minute > 0),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create unique index llm_connections_one_default on llm_connections (is_default) where is_default;

-- The model that an administrator chose for a purpose.
create table llm_defaults (
  purpose text primary key,
  provider text not null,
  model text not null
);

-- What the processes share about calls of one connection: how healthy it is and when it may be called again.
create table llm_gates (
  connection_id uuid primary key references llm_connections (id) on delete cascade,
  -- Failures in a row that speak against the provider.
  failures integer not null default 0,
  -- Open since, and how often in a row it opened.
  opened_at timestamptz(3),
  openings integer not null default 0,
  retry_at timestamptz(3),
  -- While the circuit is half open, one call probes the provider until then.
  probe_until timestamptz(3),
  reason text,
  -- The provider asked for a pause (Retry-After).
  paused_until timestamptz(3)
);

-- Calls in progress by process. They end with the process.
create table llm_slots (
  connection_id uuid not null references llm_connections (id) on delete cascade,
  process_id uuid not null references processes (id) on delete cascade,
  held integer not null default 0 check (held >= 0),
  wanted integer not null default 0 check (wanted >= 0),
  primary key (connection_id, process_id)
);
