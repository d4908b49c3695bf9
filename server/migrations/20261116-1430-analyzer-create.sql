create table analyzer_reports (
  id uuid primary key,
  mailbox_id uuid not null references mailboxes (id) on delete cascade,
  member_id uuid not null references members (id) on delete cascade,
  status text not null default 'pending' check (status in ('pending', 'running', 'done', 'failed')),
  -- The choice of the member; null: decided by the analyzer.
  window_choice integer check (window_choice in (30, 90, 180, 365)),
  volume_choice integer check (volume_choice between 1 and 1000),
  forced boolean not null,
  -- The day in UTC: one report a day and mailbox unless forced.
  day date not null,
  body jsonb,
  -- The exchanges with the model, for administrators.
  transcripts jsonb not null default '[]',
  created_at timestamptz(3) not null default now(),
  generated_at timestamptz(3)
);
create index analyzer_reports_newest on analyzer_reports (mailbox_id, created_at desc, id desc);
create index analyzer_reports_created on analyzer_reports (created_at);
-- These two decide between requests that come at once.
create unique index analyzer_reports_in_progress_key on analyzer_reports (mailbox_id)
  where status in ('pending', 'running');
create unique index analyzer_reports_day_key on analyzer_reports (mailbox_id, day)
  where not forced and status <> 'failed';

-- Groups for which the member wants no proposal.
create table analyzer_rejections (
  mailbox_id uuid not null references mailboxes (id) on delete cascade,
  group_key text not null,
  created_at timestamptz(3) not null default now(),
  primary key (mailbox_id, group_key)
);
