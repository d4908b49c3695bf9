-- At most one automatic reply a message: this is how it is found.
create index outgoing_messages_replies on outgoing_messages (reply_to_message_id)
  where reply_to_message_id is not null and automatic;
