-- Finds the mail that a bounce is about.
create index outgoing_messages_message_id on outgoing_messages (message_id_header)
  where message_id_header is not null;
