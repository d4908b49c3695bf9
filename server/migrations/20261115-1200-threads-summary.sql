-- A thread as lists show it, written once with it and not anew at each reading; all but its time, which no generated
-- column may hold as text.
alter table threads add column summary text generated always as (
  json_object(
    'id' value id, 'mailboxId' value mailbox_id, 'subject' value subject, 'messageCount' value message_count,
    'unreadCount' value unread_count, 'participants' value participants, 'participantCount' value participant_count,
    'snippet' value snippet, 'hasAttachments' value has_attachments,
    'flags' value json_object('seen' value seen, 'flagged' value flagged, 'draft' value draft, 'sent' value sent),
    'classification' value classification
    returning text)) stored;
alter table threads alter column summary set statistics 0;
