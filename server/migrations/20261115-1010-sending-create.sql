-- The one outbox: all mail that leaves, whoever asked for it, and the drafts that wait for a person.
create table outgoing_messages (
  -- The opId that the caller was given.
  id uuid primary key,
  member_id uuid not null references members (id) on delete cascade,
  mailbox_id uuid not null references mailboxes (id) on delete cascade,
  -- The sender it was written with, kept when the mailbox's own changes.
  mailbox_address text not null,
  mode text not null check (mode in ('draft', 'send')),
  origin text not null check (origin in ('workflow', 'webmail', 'approval')),
  "to" text[] not null,
  cc text[] not null default '{}',
  bcc text[] not null default '{}',
  subject text not null,
  body_text text not null,
  body_html text,
  reply_to_message_id uuid,
  forward_of_message_id uuid,
  quote_original boolean not null default false,
  include_originals boolean not null default false,
  attachment_ids uuid[] not null default '{}',
  -- Written by a program: it says so, and no program answers it (RFC 3834).
  automatic boolean not null default false,
  -- What it answers, as it was when it was queued: a message may leave the mirror before the answer leaves.
  in_reply_to text,
  reference_ids text[] not null default '{}',

  review_status text not null default 'none'
    check (review_status in ('none', 'pending', 'sent', 'rejected', 'snoozed', 'gone')),
  review_reason text,
  review_at timestamptz(3),
  snooze_until timestamptz(3),

  send_status text not null
    check (send_status in ('pending', 'held', 'running', 'done', 'failed', 'cancelled', 'unknown')),
  held_by text check (held_by in ('review', 'switch')),
  send_error_kind text,
  send_error text,
  -- Who delivers it. Everything that a delivery writes names its claim: one that wakes late changes nothing.
  claim uuid,
  process_id uuid,
  claimed_at timestamptz(3),
  attempts integer not null default 0,
  send_after timestamptz(3) not null default now(),
  -- Both fixed before the first dialogue, the same at every attempt.
  message_id_header text,
  source bytea,
  -- The end of the mail may leave from here on: without a definite answer after this, nobody knows.
  dot_pending_at timestamptz(3),
  sent_at timestamptz(3),
  sent_copy text check (sent_copy in ('pending', 'found', 'saved', 'failed')),
  rejected jsonb not null default '[]',
  -- A hash: callers choose tokens of any length.
  client_token bytea,

  execution_id uuid,
  workflow_id uuid,
  workflow_name text,
  node_id text,
  node_type text,
  -- The message and the thread that it is about.
  message_id uuid,
  thread_id uuid,
  created_at timestamptz(3) not null default now(),
  constraint outgoing_messages_token_key unique (member_id, client_token),
  constraint outgoing_messages_held check ((send_status = 'held') = (held_by is not null)),
  constraint outgoing_messages_claimed check (send_status <> 'running' or claim is not null)
);
create index outgoing_messages_newest on outgoing_messages (member_id, created_at desc, id desc);
create index outgoing_messages_mailbox on outgoing_messages (mailbox_id, created_at desc, id desc);
create index outgoing_messages_review on outgoing_messages (member_id, created_at desc, id desc)
  where review_status in ('pending', 'snoozed');
create index outgoing_messages_unfinished on outgoing_messages (send_after, id)
  where send_status in ('pending', 'running') or held_by = 'switch';
create index outgoing_messages_sources on outgoing_messages (created_at) where source is not null;
create index outgoing_messages_attachments on outgoing_messages using gin (attachment_ids)
  where source is null and attachment_ids <> '{}';

-- Files that wait to be sent with a message.
create table uploaded_files (
  id uuid primary key,
  member_id uuid not null references members (id) on delete cascade,
  filename text not null,
  mime text not null,
  size integer not null,
  content bytea not null,
  created_at timestamptz(3) not null default now(),
  used_at timestamptz(3)
);
-- Mail, pictures and documents are compressed already, or small.
alter table uploaded_files alter column content set storage external;
alter table outgoing_messages alter column source set storage external;
create index uploaded_files_created on uploaded_files (created_at);

-- Whether mail may leave: of the whole instance (no mailbox) or of one mailbox. No row: it may.
create table sending_switches (
  mailbox_id uuid references mailboxes (id) on delete cascade,
  enabled boolean not null,
  changed_by uuid references members (id) on delete set null,
  changed_at timestamptz(3) not null default now(),
  constraint sending_switches_key unique nulls not distinct (mailbox_id)
);

create function sending_is_on(the_mailbox uuid) returns boolean
  language sql stable
  return not exists (
    select from sending_switches where not enabled and (mailbox_id is null or mailbox_id = the_mailbox)
  );

-- What our automatic mail is marked with, so that we know it when it comes back. Two random ids: 244 bits.
create table sending_keys (
  singleton boolean primary key default true check (singleton),
  loop_key bytea not null
);
insert into sending_keys (loop_key)
values (sha256((gen_random_uuid()::text || gen_random_uuid()::text)::bytea));
