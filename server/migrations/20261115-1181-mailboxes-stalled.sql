-- A mailbox that is not in step with its server is an incident, one at a time. Such an incident is of no execution.
alter table mailboxes
  -- Since when it is to be in step: its connection, or the last time that it was connected anew.
  add column watched_since timestamptz(3) not null default now(),
  -- When its stall was told; null while all is well.
  add column stalled_at timestamptz(3);
alter table incidents alter column execution_id drop not null, alter column workflow_id drop not null;
