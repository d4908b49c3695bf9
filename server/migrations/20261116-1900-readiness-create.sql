-- Written by each check of readiness: a database that refuses to write is not ready.
create table readiness (
  is_only boolean primary key default true check (is_only),
  checked_at timestamptz not null
);
insert into readiness (checked_at) values (now());
