-- Whose mail is taken in by the whole instance, before the member's own scope is asked: one row at most.
create table organisation_scope (
  singleton boolean primary key default true check (singleton),
  mode text not null check (mode in ('exclude', 'include')),
  domains jsonb not null,
  emails jsonb not null,
  changed_by uuid references members (id),
  changed_at timestamptz(3) not null default now()
);
