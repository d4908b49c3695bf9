-- Each is done once: the sweep that finds it due clears the time in the transaction that does it.
alter table approvals
  add column mailbox_id uuid,
  add column remind_at timestamptz(3),
  add column escalate_at timestamptz(3),
  add column escalate_to text,
  add constraint approvals_escalation check ((escalate_at is null) or (escalate_to is not null));
create index approvals_remind on approvals (remind_at) where status = 'pending' and remind_at is not null;
create index approvals_escalate on approvals (escalate_at) where status = 'pending' and escalate_at is not null;
-- What waits for the owner of the run, most urgent first.
create index approvals_urgent on approvals (member_id, expires_at, created_at, id) where status = 'pending';

-- What the mail with the link says: that the approver is asked, reminded, or asked because nobody has decided.
alter table approval_links
  add column purpose text not null default 'ask' check (purpose in ('ask', 'remind', 'escalate')),
  -- Its approval is pending: an approver's open requests are found without reading the decided ones.
  add column open boolean not null default true;
update approval_links l set open = false from approvals a where a.id = l.approval_id and a.status <> 'pending';
create index approval_links_open on approval_links (approver) where open;
