create table incidents (
  id uuid primary key,
  member_id uuid not null references members (id),
  execution_id uuid not null,
  workflow_id uuid not null,
  workflow_name text not null,
  mailbox_id uuid,
  failed_at timestamptz(3) not null,
  error_summary text not null check (char_length(error_summary) <= 200),
  node_id text,
  node_name text,
  acknowledged_at timestamptz(3),
  constraint incidents_execution_key unique (execution_id)
);
create index incidents_newest on incidents (member_id, failed_at desc, id desc);
