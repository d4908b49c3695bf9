create table mailboxes (
  id uuid primary key,
  -- Null while it is being erased: it belongs to no one any more, so no one finds it.
  member_id uuid references members (id),
  provider text not null check (provider in ('google', 'microsoft', 'imap')),
  address text not null,
  status text not null default 'active' check (status in ('active', 'disconnected', 'error')),
  sync_mode text not null default 'full' check (sync_mode in ('full', 'processing_only')),
  -- Hosts, ports, user name; never the secret.
  servers jsonb not null,
  secret_id uuid,
  connected_at timestamptz(3) not null default now(),
  backfill_status text check (backfill_status in ('pending', 'running', 'done', 'failed')),
  backfill_total integer not null default 0,
  backfill_done integer not null default 0,
  oldest_synced_at timestamptz(3),
  last_delta_at timestamptz(3),
  last_successful_sync_at timestamptz(3),
  last_error jsonb,
  auth_failures integer not null default 0,
  -- Since when nothing has worked, and whether the member was told.
  failing_since timestamptz(3),
  error_told boolean not null default false,
  message_count integer not null default 0,
  analyzed_at timestamptz(3),
  -- Which process mirrors it; the epoch fences one that wakes late.
  owner_process uuid,
  epoch bigint not null default 0,
  sync_requested_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);
create unique index mailboxes_member_address_key on mailboxes (member_id, lower(address));
create index mailboxes_owner on mailboxes (owner_process) where status = 'active';

-- A past period to be read again: one unfinished a mailbox, widened by whoever asks for more.
create table mailbox_resyncs (
  id uuid primary key,
  mailbox_id uuid not null references mailboxes (id) on delete cascade,
  since timestamptz(3) not null,
  requested_at timestamptz(3) not null default now(),
  finished_at timestamptz(3)
);
create unique index mailbox_resyncs_unfinished_key on mailbox_resyncs (mailbox_id) where finished_at is null;

-- A member on the way to a provider's consent page and back. The state itself is only in the member's browser.
create table mailbox_oauth_states (
  state_hash bytea primary key,
  member_id uuid not null references members (id),
  provider text not null check (provider in ('google', 'microsoft')),
  -- PKCE (RFC 7636): worth nothing without the code, which only the browser brings.
  code_verifier text not null,
  nonce text not null,
  expires_at timestamptz(3) not null
);

create table folders (
  id uuid primary key,
  mailbox_id uuid not null references mailboxes (id) on delete cascade,
  path text not null,
  -- The role of a system folder, or `folder:` and the path.
  key text not null,
  role text check (role in ('inbox', 'sent', 'drafts', 'archive', 'all', 'spam', 'trash')),
  name text not null,
  delimiter text,
  parent_path text,
  depth integer not null default 0,
  selectable boolean not null default true,
  uid_validity text,
  uid_next bigint,
  highest_modseq bigint,
  -- Every UID from here on is mirrored; 1 when the whole folder is. Null before the first look.
  mirrored_from bigint,
  server_messages integer not null default 0,
  synced_at timestamptz(3),
  constraint folders_mailbox_path_key unique (mailbox_id, path)
);
create index folders_key on folders (mailbox_id, key);
