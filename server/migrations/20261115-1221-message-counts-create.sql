-- How many messages a mailbox has, beside the messages instead of on the mailbox: whoever writes the ones writes the
-- others.
create table message_counts (
  mailbox_id uuid primary key references mailboxes (id) on delete cascade,
  messages integer not null
) with (fillfactor = 50);

insert into message_counts (mailbox_id, messages) select id, message_count from mailboxes where message_count <> 0;
alter table mailboxes drop column message_count;

-- What is mirrored of a mailbox; no row before its first message.
create view mailbox_contents as
  select c.mailbox_id, c.messages,
    (select min(m.received_at) from messages m where m.mailbox_id = c.mailbox_id) as oldest_received_at
  from message_counts c;
