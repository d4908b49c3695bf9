-- How drafts that wait for review end without a person: see sending/gone-drafts.ts.

alter table outgoing_messages
  -- The same for the drafts that two runs of a step write about one message.
  add column draft_key bytea;

create index outgoing_messages_waiting_about on outgoing_messages (message_id)
  where review_status in ('pending', 'snoozed');
create index outgoing_messages_waiting_reply on outgoing_messages (in_reply_to)
  where review_status in ('pending', 'snoozed');
create index outgoing_messages_waiting_key on outgoing_messages (draft_key)
  where review_status in ('pending', 'snoozed');
create index outgoing_messages_waiting_touched
  on outgoing_messages (greatest(created_at, edited_at, snooze_until, review_at))
  where review_status in ('pending', 'snoozed');

-- A message's place in its thread. `dated_at` is the earlier of its two dates: a copy may have been stored years later.
create view message_threads as
  select id, mailbox_id, thread_id, message_id_header, from_email, least(received_at, written_at) as dated_at
  from messages;
