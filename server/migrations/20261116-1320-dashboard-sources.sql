-- What the dashboard counts, published by the owners of the tables.

-- Found by when they finished, and while they have not: both are read for every reply. A run that failed is listed.
drop index executions_finished;
create index executions_finished on executions (finished_at) where finished_at is not null;
create index executions_unfinished on executions (member_id, created_at) where finished_at is null;
create index executions_failures on executions (finished_at, id) where status = 'failed' and not simulated;
create index executions_failures_of_member on executions (member_id, finished_at, id)
  where status = 'failed' and not simulated;
create index executions_failures_of_workflow on executions (workflow_id, finished_at, id)
  where status = 'failed' and not simulated;
create view execution_outcomes as
  select id, member_id, workflow_id, mailbox_id, status, error, created_at, started_at, finished_at
  from executions where not simulated;

create view execution_incidents as
  select execution_id, error_summary, node_name, acknowledged_at from incidents where execution_id is not null;

create or replace view member_identities as select id, email, role, settings, status, name from members;

create index journal_entries_created on journal_entries (created_at);
create view journal_outcomes as
  select b.member_id, j.mailbox_id, j.outcome, j.created_at
  from journal_entries j join mailbox_owners b on b.id = j.mailbox_id
  where b.member_id is not null;

-- When a mail of unknown outcome was found in Sent: later than `sent_at`, which is when it had left.
alter table outgoing_messages add column found_at timestamptz(3);
create index outgoing_messages_workflow_drafts on outgoing_messages (created_at)
  where origin = 'workflow' and mode = 'draft';
create index outgoing_messages_workflow_sent on outgoing_messages (coalesce(found_at, sent_at))
  where origin = 'workflow' and sent_at is not null;
create index outgoing_messages_workflow_message on outgoing_messages (message_id)
  where origin = 'workflow' and message_id is not null;
-- What workflows wrote: drafts by when they were made, mails by when they left. `recorded_at` is the time of the
-- transaction that recorded it.
create view workflow_mails as
  select id, member_id, mailbox_id, workflow_id, message_id, 'draft' as event, created_at as at,
    created_at as recorded_at
  from outgoing_messages where origin = 'workflow' and mode = 'draft'
  union all
  select id, member_id, mailbox_id, workflow_id, message_id, 'sent', sent_at, coalesce(found_at, sent_at)
  from outgoing_messages where origin = 'workflow' and sent_at is not null;
