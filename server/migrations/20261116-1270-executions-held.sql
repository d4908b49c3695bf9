-- Calls to a paused workflow are kept as queued runs that nobody claims until it is resumed.
alter table executions add column held boolean not null default false;

drop index executions_open;
create index executions_open on executions (workflow_id, created_at, id)
  where owner is null and not held and status in ('queued', 'running');
create index executions_held on executions (workflow_id) where held and status = 'queued';

create or replace view workflow_concurrency as
  select id as workflow_id, max_concurrency, paused_at is not null as is_paused from workflows;

-- The addresses that take calls: published and not archived. Of several webhook triggers the first.
create or replace view live_webhooks as
  select w.webhook_token_hash as token_hash, w.id as workflow_id, w.member_id,
    w.published_version_id as version_id, w.max_concurrency, t.node_id, w.paused_at is not null as is_paused
  from workflows w
  cross join lateral (
    select node_id from workflow_triggers t
    where t.workflow_id = w.id and t.type = 'trigger.webhook' order by node_id limit 1
  ) t
  where w.webhook_token_hash is not null;

-- A paused workflow keeps its webhook triggers from now on.
insert into workflow_triggers (workflow_id, version_id, node_id, type, member_id, params)
select w.id, v.id, n ->> 'id', n ->> 'type', w.member_id, coalesce(n -> 'params', '{}')
from workflows w join workflow_versions v on v.id = w.published_version_id
cross join lateral jsonb_array_elements(v.graph -> 'nodes') n
where w.paused_at is not null and w.archived_at is null and n ->> 'type' = 'trigger.webhook'
  and coalesce(n ->> 'disabled', 'false') <> 'true'
on conflict do nothing;
