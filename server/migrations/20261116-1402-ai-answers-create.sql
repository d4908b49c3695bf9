-- Null: the price of the model is not known.
alter table ai_calls alter column cost_usd drop not null;
alter table ai_calls add column tokens_cached integer not null default 0 check (tokens_cached >= 0);
create index ai_calls_of_execution on ai_calls (execution_id, created_at) where execution_id is not null;

-- What was sent and what came back: for whoever owns the execution to read, and so that no call is made twice. `json`
-- and not `jsonb`, which rejects some characters that mail and models may contain.
create table ai_answers (
  call_id uuid primary key references ai_calls (id) on delete cascade,
  -- The same key gets the same answer.
  key text constraint ai_answers_key unique,
  prompt json not null,
  reply json not null,
  created_at timestamptz(3) not null default now()
);
create index ai_answers_created on ai_answers (created_at);

-- Monthly limits in US dollars. `subject` is the member or the workflow; all zeros for the instance.
create table ai_budgets (
  scope text not null check (scope in ('instance', 'member', 'workflow')),
  subject uuid not null,
  soft_usd numeric(18, 9) check (soft_usd >= 0),
  hard_usd numeric(18, 9) check (hard_usd >= 0),
  -- The last months in which someone was told that a limit is reached.
  warned date,
  refused date,
  primary key (scope, subject)
);

-- What was spent in a month (UTC), from known prices. Calls outside of a workflow have the zero id.
create table ai_spend (
  month date not null,
  member_id uuid not null,
  workflow_id uuid not null,
  spent_usd numeric(18, 9) not null,
  primary key (month, member_id, workflow_id)
);
create index ai_spend_of_workflow on ai_spend (month, workflow_id);
insert into ai_spend (month, member_id, workflow_id, spent_usd)
select date_trunc('month', created_at at time zone 'UTC')::date, member_id,
  coalesce(workflow_id, '00000000-0000-0000-0000-000000000000'), sum(cost_usd)
from ai_calls where cost_usd is not null group by 1, 2, 3;

-- What calls in progress may cost at most. They end with their process.
create table ai_reservations (
  call_id uuid primary key,
  process_id uuid not null references processes (id) on delete cascade,
  member_id uuid not null,
  workflow_id uuid not null,
  amount_usd numeric(18, 9) not null
);

-- Dollars per million tokens, instead of the built-in prices.
create table ai_prices (
  provider text not null,
  model text not null,
  input_usd numeric(18, 9) not null check (input_usd >= 0),
  cached_input_usd numeric(18, 9) check (cached_input_usd >= 0),
  output_usd numeric(18, 9) not null check (output_usd >= 0),
  primary key (provider, model)
);

create view ai_budget_use as
  select b.scope, b.subject, b.soft_usd, b.hard_usd,
    coalesce((
      select sum(s.spent_usd) from ai_spend s
      where s.month = date_trunc('month', clock_timestamp() at time zone 'UTC')::date
        and case b.scope when 'member' then s.member_id = b.subject when 'workflow' then s.workflow_id = b.subject
          else true end), 0) as spent_usd,
    coalesce((
      select sum(r.amount_usd) from ai_reservations r
      where process_is_alive(r.process_id)
        and case b.scope when 'member' then r.member_id = b.subject when 'workflow' then r.workflow_id = b.subject
          else true end), 0) as reserved_usd
  from ai_budgets b;

-- Reserves the amount in every budget that the call counts in and returns `reserved`, or the scope of the first budget
-- that is used up. Null: the call counts in no budget.
create function ai_reserve(
  the_call uuid, the_process uuid, the_member uuid, the_workflow uuid, amount numeric
) returns text language plpgsql as $$
declare
  exceeded text;
begin
  -- Whoever reserves in the same budget waits here and then sees this reservation.
  perform from ai_budgets
  where scope = 'instance' or (scope = 'member' and subject = the_member)
    or (scope = 'workflow' and subject = the_workflow)
  order by scope, subject for update;
  if not found then
    return null;
  end if;
  select u.scope into exceeded from ai_budget_use u
  where (u.scope = 'instance' or (u.scope = 'member' and u.subject = the_member)
      or (u.scope = 'workflow' and u.subject = the_workflow))
    and (u.spent_usd >= u.hard_usd or u.spent_usd + u.reserved_usd + amount > u.hard_usd)
  order by u.scope limit 1;
  if exceeded is null then
    insert into ai_reservations (call_id, process_id, member_id, workflow_id, amount_usd)
    values (the_call, the_process, the_member, the_workflow, amount);
  end if;
  return coalesce(exceeded, 'reserved');
end $$;
