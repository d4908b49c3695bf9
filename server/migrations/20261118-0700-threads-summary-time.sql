-- As the API returns times. Immutable, which `to_char` is not for all of its formats, so that a generated column may
-- contain it.
create function iso_time(at timestamptz) returns text
language plpgsql immutable strict parallel safe as $$
begin
  return to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
end
$$;

-- A thread as lists show it, complete. It begins with its time and id: readers find both without parsing it.
alter table threads
  drop column summary,
  add column summary text generated always as (
    json_object(
      'lastMessageAt' value iso_time(last_message_at), 'id' value id, 'mailboxId' value mailbox_id,
      'subject' value subject, 'messageCount' value message_count, 'unreadCount' value unread_count,
      'participants' value participants, 'participantCount' value participant_count, 'snippet' value snippet,
      'hasAttachments' value has_attachments,
      'flags' value json_object('seen' value seen, 'flagged' value flagged, 'draft' value draft, 'sent' value sent),
      'classification' value classification
      returning text)) stored;
alter table threads alter column summary set statistics 0;
