-- Messages that are stored without their bodies because the process died each time it read them. Something else may have
-- killed it, so they are read again.
create table withheld_messages (
  message_id uuid primary key references messages (id) on delete cascade,
  mailbox_id uuid not null,
  rereads smallint not null default 0,
  -- Null: never again.
  reread_at timestamptz default now()
);
create index withheld_messages_due on withheld_messages (mailbox_id) where reread_at is not null;
