create table notification_preferences (
  member_id uuid primary key references members (id) on delete cascade,
  muted text[] not null default '{}',
  digest_hour smallint not null default 8 check (digest_hour between 0 and 23),
  digest_time_zone text not null default 'UTC',
  -- When the next digest is due; null while it is off.
  digest_next_at timestamptz(3)
);
create index notification_preferences_digest on notification_preferences (digest_next_at)
  where digest_next_at is not null;

-- While a notification with this key is unread, the next event of its kind is counted in it.
alter table notifications add column unread_key text;
create unique index notifications_unread_key on notifications (member_id, unread_key)
  where unread_key is not null and read_at is null and archived_at is null;

-- The name of whose run asks is shown to approvers.
create or replace view member_identities as select id, email, role, settings, status, name from members;
