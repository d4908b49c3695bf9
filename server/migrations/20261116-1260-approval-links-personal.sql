-- The token of a link is generated when its mail is composed for sending: the link exists before its token.
alter table approval_links add column id uuid not null default gen_random_uuid();
alter table approval_links drop constraint approval_links_pkey;
alter table approval_links add primary key (id);
alter table approval_links alter column token_hash drop not null;
-- An administrator decides in place of a suspended member.
alter table approval_links add column substitute boolean not null default false;
create unique index approval_links_token on approval_links (token_hash);
create index approval_links_approver on approval_links (approver);

-- `decided_by` is the address that the link was sent to, not a person.
alter table approvals add column decided_by_link boolean not null default false;
update approvals a set decided_by_link = true
from approval_links l, members m
where l.approval_id = a.id and l.approver = lower(a.decided_by) and m.id = a.member_id and lower(m.email) <> l.approver;

-- Names the body that only the recipient gets. `body_text`, `body_html` and `source` are the copy that others may read.
alter table outgoing_messages add column personal_body uuid;
update outgoing_messages set body_text = '', body_html = null, source = null
where origin = 'approval' and send_status in ('done', 'failed', 'cancelled', 'unknown');
