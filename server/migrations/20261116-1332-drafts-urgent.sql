-- A draft expires a number of days after it was made, edited or returned from a snooze, whichever is latest.
alter table outgoing_messages add column if not exists edited_at timestamptz(3);
create index outgoing_messages_urgent on outgoing_messages
  (member_id, greatest(created_at, edited_at, snooze_until, review_at), created_at, id)
  where review_status in ('pending', 'snoozed');
