-- The rows of each table of the team stand in a table of their own, `table_data.t_<number>`, whose columns are named
-- by number: identifiers are never made of what people write.
create schema table_data;

create table tables (
  id uuid primary key,
  number bigint generated always as identity,
  slug text not null,
  name text not null,
  description text,
  key_unique boolean not null,
  -- The number that the next column gets. None is ever used twice.
  next_column integer not null default 1,
  -- What is counted here is moved from table_writes from time to time.
  row_count bigint not null default 0,
  write_count bigint not null default 0,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint tables_slug_key unique (slug),
  constraint tables_number_key unique (number)
);

create table table_columns (
  table_id uuid not null references tables (id) on delete cascade,
  number integer not null,
  position integer not null,
  key text not null,
  label text not null,
  type text not null,
  is_key boolean not null,
  required boolean not null,
  options text[] not null,
  width integer,
  description text,
  primary key (table_id, number),
  constraint table_columns_key_key unique (table_id, key)
);

-- One row for each write to a table, with how many rows it added or took away: writers of one table do not wait for
-- each other, as they would for a counter. No foreign key: checking it would lock the row of the table.
create table table_writes (
  id bigint generated always as identity primary key,
  table_id uuid not null,
  rows_added integer not null
);
create index table_writes_table on table_writes (table_id) include (rows_added);

-- What an index on a key holds of a text: an index has no room for a long one.
create function table_key(value text) returns bytea
language sql immutable strict parallel safe as $$ select sha256(convert_to(value, 'UTF8')) $$;

-- Substrings are found through trigrams where the server has them. Its owner may add the extension without being a
-- superuser; where it cannot be had, a search reads the whole table.
do $$
begin
  create extension if not exists pg_trgm;
exception when others then
  raise notice 'pg_trgm is not available: %', sqlerrm;
end $$;

create function create_search_index(number bigint) returns void
language plpgsql as $$
declare
  operators text;
begin
  select format('%I.gin_trgm_ops', n.nspname) into operators
  from pg_opclass o join pg_namespace n on n.oid = o.opcnamespace where o.opcname = 'gin_trgm_ops' limit 1;
  if operators is not null then
    execute format('create index t_%1$s_search on table_data.t_%1$s using gin (search %2$s)', number, operators);
  end if;
end $$;
