create table threads (
  id uuid primary key,
  mailbox_id uuid not null references mailboxes (id) on delete cascade,
  subject text,
  last_message_at timestamptz(3) not null,
  message_count integer not null,
  unread_count integer not null,
  participants jsonb not null,
  participant_count integer not null,
  snippet text,
  has_attachments boolean not null,
  seen boolean not null,
  flagged boolean not null,
  draft boolean not null,
  sent boolean not null,
  classification jsonb not null default '{}'
);
create index threads_newest on threads (mailbox_id, last_message_at desc, id desc);

-- In which folders a message is: its own, the labels it has, and the two that are no folder of the server's own:
-- `all` (neither trash nor spam) and `starred`.
create function message_keys(folder_key text, role text, labels text[], flagged boolean) returns text[]
language sql immutable parallel safe as $$
  select case
    when role in ('trash', 'spam') then folder_key || array_remove(labels, folder_key)
    when role = 'all' then array['all'] || labels || case when flagged then array['starred'] else '{}' end
    else array['all', folder_key] || array_remove(labels, folder_key)
      || case when flagged then array['starred'] else '{}' end
  end
$$;

-- In which folders a thread has messages, for lists that need look at nothing else. The time is the thread's, since
-- lists show and sort by it; the other three are about the messages of that folder.
-- No foreign key: both are written by one hand, in one transaction, and checking costs a twentieth of a sync.
create table thread_folders (
  thread_id uuid not null,
  mailbox_id uuid not null,
  folder_key text not null,
  last_message_at timestamptz(3) not null,
  unread boolean not null,
  flagged boolean not null,
  has_attachments boolean not null,
  primary key (thread_id, folder_key)
);
create index thread_folders_newest on thread_folders (mailbox_id, folder_key, last_message_at desc, thread_id desc);
create index thread_folders_unread on thread_folders (mailbox_id, folder_key, last_message_at desc, thread_id desc)
  where unread;
create index thread_folders_flagged on thread_folders (mailbox_id, folder_key, last_message_at desc, thread_id desc)
  where flagged;
create index thread_folders_attachments on thread_folders
  (mailbox_id, folder_key, last_message_at desc, thread_id desc) where has_attachments;

-- How many messages a folder has, by its key: kept with every change, since counting a large mailbox takes long.
create table folder_counts (
  mailbox_id uuid not null references mailboxes (id) on delete cascade,
  folder_key text not null,
  messages integer not null,
  unread integer not null,
  primary key (mailbox_id, folder_key)
);

-- Every Message-ID that a thread has or refers to (a hash of it): how a message finds its thread, whichever of
-- the two comes first.
create table thread_refs (
  mailbox_id uuid not null,
  ref bytea not null,
  thread_id uuid not null references threads (id) on delete cascade,
  primary key (mailbox_id, ref)
);
create index thread_refs_thread on thread_refs (thread_id);

create table messages (
  id uuid primary key,
  -- Its folder's: the folder is what it refers to.
  mailbox_id uuid not null,
  -- Looked at when the transaction ends: a thread is written after its messages, once, from them.
  thread_id uuid not null references threads (id) deferrable initially deferred,
  folder_id uuid not null references folders (id) on delete cascade,
  uid bigint not null,
  modseq bigint,
  -- The server's own date (INTERNALDATE): the header's may be anything.
  received_at timestamptz(3) not null,
  from_name text,
  from_email text,
  subject text,
  snippet text,
  seen boolean not null,
  flagged boolean not null,
  draft boolean not null,
  answered boolean not null default false,
  sent boolean not null,
  is_auto_reply boolean not null default false,
  is_no_reply boolean not null default false,
  is_mailing_list boolean not null default false,
  is_from_self boolean not null default false,
  is_bounce boolean not null default false,
  signal_reasons jsonb not null default '{}',
  has_attachments boolean not null,
  size integer not null,
  -- Labels of a server that has them (Gmail): keys of other folders in which the message is.
  labels text[] not null default '{}',
  message_id_header text,
  in_reply_to text,
  body_hash bytea,
  body_complete boolean not null default true,
  classification jsonb not null default '{}',
  -- Words with weights: A subject, B sender, C preview, D recipients; and a mark of the mailbox, so that a search
  -- costs what its own mailboxes hold.
  search tsvector not null,
  constraint messages_folder_uid_key unique (folder_id, uid)
);
create index messages_newest on messages (mailbox_id, received_at desc, id desc);
create index messages_unread on messages (mailbox_id, received_at desc, id desc) where not seen;
create index messages_flagged on messages (mailbox_id, received_at desc, id desc) where flagged;
create index messages_thread on messages (thread_id, received_at, id);
create index messages_message_id on messages (mailbox_id, message_id_header);
create index messages_search on messages using gin (search);

create table message_bodies (
  message_id uuid primary key references messages (id) on delete cascade,
  body_text text,
  body_html text,
  has_remote_images boolean not null default false,
  -- to, cc, bcc, replyTo, date, references
  headers jsonb not null,
  -- position, filename, mime, size, disposition, contentId
  attachments jsonb not null default '[]'
);

-- One entry a message, ever: what became of it. It outlives the message, and then no longer says who wrote what.
create table journal_entries (
  id uuid primary key,
  mailbox_id uuid not null references mailboxes (id) on delete cascade,
  message_id uuid not null,
  outcome text not null
    check (outcome in ('excluded_org', 'excluded_member', 'guardrail', 'unmatched', 'dispatched')),
  rule_ref text,
  created_at timestamptz(3) not null default now(),
  constraint journal_entries_message_key unique (message_id)
);
create index journal_entries_newest on journal_entries (mailbox_id, created_at desc, id desc);
create index journal_entries_outcome on journal_entries (mailbox_id, outcome, created_at desc, id desc);

-- What a person or a workflow did to a message: applied to the mirror at once, to the server durably.
create table message_ops (
  id uuid primary key,
  mailbox_id uuid not null references mailboxes (id) on delete cascade,
  message_id uuid not null,
  action text not null,
  params jsonb not null default '{}',
  -- The message as it was, to go back to when the server refuses.
  before jsonb not null default '{}',
  client_token text,
  status text not null default 'pending' check (status in ('pending', 'done', 'failed')),
  attempts integer not null default 0,
  error text,
  created_at timestamptz(3) not null default now(),
  finished_at timestamptz(3),
  constraint message_ops_token_key unique (message_id, client_token)
);
create index message_ops_pending on message_ops (mailbox_id, created_at, id) where status = 'pending';
