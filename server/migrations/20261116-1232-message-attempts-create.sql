-- Messages that are being read one by one since a process died while it mirrored their mailbox, and how often reading
-- them has begun. A row that is left over belongs to a message that may have killed the process.
create table message_attempts (
  mailbox_id uuid not null references mailboxes (id) on delete cascade,
  folder_id uuid not null,
  uid bigint not null,
  attempts smallint not null,
  primary key (mailbox_id, folder_id, uid)
);
