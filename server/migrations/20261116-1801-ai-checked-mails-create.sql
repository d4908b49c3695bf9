-- A mail or draft of a workflow that carries text of a model, and how many of its statements stand in no source. No
-- texts and no personal data, so that the rows can be kept.
create table ai_checked_mails (
  mail_id uuid primary key,
  member_id uuid not null references members (id),
  workflow_id uuid,
  node_id text,
  mailbox_id uuid not null,
  to_check integer not null check (to_check >= 0),
  -- The time of the transaction that writes the mail.
  created_at timestamptz(3) not null default now()
);
create index ai_checked_mails_created on ai_checked_mails (created_at);
create index ai_checked_mails_of_member on ai_checked_mails (member_id, created_at);
create index ai_checked_mails_of_workflow on ai_checked_mails (workflow_id, created_at);
insert into ai_checked_mails (mail_id, member_id, workflow_id, node_id, mailbox_id, to_check, created_at)
select s.draft_id, s.member_id, o.workflow_id, o.node_id, o.mailbox_id, s.to_check, s.created_at
from ai_draft_sources s join outgoing_messages o on o.id = s.draft_id;

create view composed_mails as
  select member_id, workflow_id, node_id, mailbox_id, to_check, created_at from ai_checked_mails;
