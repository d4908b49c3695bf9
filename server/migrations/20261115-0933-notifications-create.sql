create table notifications (
  id uuid primary key,
  member_id uuid not null references members (id),
  severity text not null check (severity in ('info', 'warning', 'error')),
  kind text not null,
  params jsonb not null,
  link text,
  -- The same happening told twice makes one notification.
  dedupe_key text,
  created_at timestamptz(3) not null default now(),
  read_at timestamptz(3),
  archived_at timestamptz(3),
  constraint notifications_dedupe_key unique (member_id, dedupe_key)
);
create index notifications_newest on notifications (member_id, created_at desc, id desc) where archived_at is null;
create index notifications_unread on notifications (member_id) where archived_at is null and read_at is null;
create index notifications_age on notifications (created_at);
