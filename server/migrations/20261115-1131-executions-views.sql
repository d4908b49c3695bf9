-- What the workflows publish for those who start and count runs.
create view workflow_concurrency as select id as workflow_id, max_concurrency from workflows;

-- The addresses that start something now: published, not paused, not archived. Of several webhook triggers the first.
create view live_webhooks as
  select w.webhook_token_hash as token_hash, w.id as workflow_id, w.member_id,
    w.published_version_id as version_id, w.max_concurrency, t.node_id
  from workflows w
  cross join lateral (
    select node_id from workflow_triggers t
    where t.workflow_id = w.id and t.type = 'trigger.webhook' order by node_id limit 1
  ) t
  where w.webhook_token_hash is not null;

create view workflow_names as select id as workflow_id, name from workflows;
