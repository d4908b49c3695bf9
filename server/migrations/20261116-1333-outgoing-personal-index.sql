-- Mail with a link to an approval that has been decided is withdrawn if it has not left.
create index outgoing_messages_personal on outgoing_messages (personal_body)
  where personal_body is not null and send_status in ('pending', 'held');
