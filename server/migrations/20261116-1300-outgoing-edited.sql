alter table outgoing_messages
  -- When a person last edited the draft; from then on no workflow overwrites it.
  add column if not exists edited_at timestamptz(3),
  -- Queued without regard to the rate limit of its mailbox: its delivery waits until the limit allows it.
  add column rate_pending boolean not null default false;

-- With the columns that decide whether a draft waits: the count reads the index alone.
drop index outgoing_messages_review;
create index outgoing_messages_review on outgoing_messages (member_id, created_at desc, id desc)
  include (review_status, snooze_until) where review_status in ('pending', 'snoozed');
create index outgoing_messages_snoozed on outgoing_messages (snooze_until) where review_status = 'snoozed';
