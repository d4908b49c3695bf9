create table audit_entries (
  id uuid primary key,
  at timestamptz(3) not null default now(),
  actor_kind text not null check (actor_kind in ('member', 'system', 'webhook')),
  actor_member_id uuid,
  action text not null check (action <> ''),
  target_kind text not null check (target_kind <> ''),
  target_id text,
  details jsonb not null default '{}',
  ip text
);
create index audit_entries_newest on audit_entries (at desc, id desc);
create index audit_entries_actor on audit_entries (actor_member_id, at desc, id desc);
create index audit_entries_action on audit_entries (action, at desc, id desc);
