-- Drafts that are put into the mailbox's own Drafts folder instead of the review queue. They go the way of a mail up
-- to the server, so that they are put there once; nothing of it may leave.
alter table outgoing_messages
  add column into_drafts boolean not null default false,
  add constraint outgoing_messages_drafts_stay
    check (not into_drafts or (mode = 'draft' and dot_pending_at is null and sent_at is null));
