-- The schema after all migrations. Generated: change a migration, not this file.

create table ai_answers (
  call_id uuid not null,
  key text,
  prompt json not null,
  reply json not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint ai_answers_key UNIQUE (key),
  constraint ai_answers_pkey PRIMARY KEY (call_id),
  constraint ai_answers_call_id_fkey FOREIGN KEY (call_id) REFERENCES ai_calls(id) ON DELETE CASCADE
);
CREATE INDEX ai_answers_created ON public.ai_answers USING btree (created_at);

create table ai_budgets (
  scope text not null,
  subject uuid not null,
  soft_usd numeric(18,9),
  hard_usd numeric(18,9),
  warned date,
  refused date,
  constraint ai_budgets_pkey PRIMARY KEY (scope, subject),
  constraint ai_budgets_hard_usd_check CHECK ((hard_usd >= (0)::numeric)),
  constraint ai_budgets_scope_check CHECK ((scope = ANY (ARRAY['instance'::text, 'member'::text, 'workflow'::text]))),
  constraint ai_budgets_soft_usd_check CHECK ((soft_usd >= (0)::numeric))
);

create table ai_calls (
  id uuid not null,
  member_id uuid not null,
  workflow_id uuid,
  execution_id uuid,
  node_id text,
  mailbox_id uuid,
  purpose text not null,
  provider text not null,
  model text not null,
  tokens_in integer not null,
  tokens_out integer not null,
  cost_usd numeric(18,9),
  created_at timestamp(3) with time zone not null default now(),
  tokens_cached integer not null default 0,
  constraint ai_calls_pkey PRIMARY KEY (id),
  constraint ai_calls_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id),
  constraint ai_calls_cost_usd_check CHECK ((cost_usd >= (0)::numeric)),
  constraint ai_calls_tokens_cached_check CHECK ((tokens_cached >= 0)),
  constraint ai_calls_tokens_in_check CHECK ((tokens_in >= 0)),
  constraint ai_calls_tokens_out_check CHECK ((tokens_out >= 0))
);
CREATE INDEX ai_calls_created ON public.ai_calls USING btree (created_at);
CREATE INDEX ai_calls_of_execution ON public.ai_calls USING btree (execution_id, created_at) WHERE (execution_id IS NOT NULL);
CREATE INDEX ai_calls_of_member ON public.ai_calls USING btree (member_id, created_at);

create table ai_checked_mails (
  mail_id uuid not null,
  member_id uuid not null,
  workflow_id uuid,
  node_id text,
  mailbox_id uuid not null,
  to_check integer not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint ai_checked_mails_pkey PRIMARY KEY (mail_id),
  constraint ai_checked_mails_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id),
  constraint ai_checked_mails_to_check_check CHECK ((to_check >= 0))
);
CREATE INDEX ai_checked_mails_created ON public.ai_checked_mails USING btree (created_at);
CREATE INDEX ai_checked_mails_of_member ON public.ai_checked_mails USING btree (member_id, created_at);
CREATE INDEX ai_checked_mails_of_workflow ON public.ai_checked_mails USING btree (workflow_id, created_at);

create table ai_compositions (
  key text not null,
  member_id uuid not null,
  root_id uuid not null,
  subject text not null,
  text text not null,
  sources jsonb not null,
  cited text[] not null,
  today date not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint ai_compositions_pkey PRIMARY KEY (key),
  constraint ai_compositions_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id),
  constraint ai_compositions_root_id_fkey FOREIGN KEY (root_id) REFERENCES executions(id) ON DELETE CASCADE
);
CREATE INDEX ai_compositions_of_run ON public.ai_compositions USING btree (root_id);

create table ai_draft_sources (
  draft_id uuid not null,
  member_id uuid not null,
  composed text[] not null,
  sources jsonb not null,
  cited text[] not null,
  today date not null,
  to_check integer not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint ai_draft_sources_pkey PRIMARY KEY (draft_id),
  constraint ai_draft_sources_draft_id_fkey FOREIGN KEY (draft_id) REFERENCES outgoing_messages(id) ON DELETE CASCADE,
  constraint ai_draft_sources_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id),
  constraint ai_draft_sources_to_check_check CHECK ((to_check >= 0))
);

create table ai_patterns (
  id uuid not null,
  member_id uuid not null,
  workflow_id uuid not null,
  node_id text not null,
  prompt_hash bytea not null,
  sender text not null,
  subject_shape text not null,
  labels text[] not null,
  seen integer not null,
  status text not null,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  constraint ai_patterns_key UNIQUE (workflow_id, node_id, sender, subject_shape),
  constraint ai_patterns_pkey PRIMARY KEY (id),
  constraint ai_patterns_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id),
  constraint ai_patterns_workflow_id_fkey FOREIGN KEY (workflow_id) REFERENCES workflows(id) ON DELETE CASCADE,
  constraint ai_patterns_seen_check CHECK ((seen > 0)),
  constraint ai_patterns_status_check CHECK ((status = ANY (ARRAY['learning'::text, 'active'::text, 'disabled'::text])))
);
CREATE INDEX ai_patterns_of_member ON public.ai_patterns USING btree (member_id, sender);

create table ai_prices (
  provider text not null,
  model text not null,
  input_usd numeric(18,9) not null,
  cached_input_usd numeric(18,9),
  output_usd numeric(18,9) not null,
  constraint ai_prices_pkey PRIMARY KEY (provider, model),
  constraint ai_prices_cached_input_usd_check CHECK ((cached_input_usd >= (0)::numeric)),
  constraint ai_prices_input_usd_check CHECK ((input_usd >= (0)::numeric)),
  constraint ai_prices_output_usd_check CHECK ((output_usd >= (0)::numeric))
);

create table ai_reservations (
  call_id uuid not null,
  process_id uuid not null,
  member_id uuid not null,
  workflow_id uuid not null,
  amount_usd numeric(18,9) not null,
  constraint ai_reservations_pkey PRIMARY KEY (call_id),
  constraint ai_reservations_process_id_fkey FOREIGN KEY (process_id) REFERENCES processes(id) ON DELETE CASCADE
);

create table ai_spend (
  month date not null,
  member_id uuid not null,
  workflow_id uuid not null,
  spent_usd numeric(18,9) not null,
  constraint ai_spend_pkey PRIMARY KEY (month, member_id, workflow_id)
);
CREATE INDEX ai_spend_of_workflow ON public.ai_spend USING btree (month, workflow_id);

create table analyzer_rejections (
  mailbox_id uuid not null,
  group_key text not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint analyzer_rejections_pkey PRIMARY KEY (mailbox_id, group_key),
  constraint analyzer_rejections_mailbox_id_fkey FOREIGN KEY (mailbox_id) REFERENCES mailboxes(id) ON DELETE CASCADE
);

create table analyzer_reports (
  id uuid not null,
  mailbox_id uuid not null,
  member_id uuid not null,
  status text not null default 'pending'::text,
  window_choice integer,
  volume_choice integer,
  forced boolean not null,
  day date not null,
  body jsonb,
  transcripts jsonb not null default '[]'::jsonb,
  created_at timestamp(3) with time zone not null default now(),
  generated_at timestamp(3) with time zone,
  constraint analyzer_reports_pkey PRIMARY KEY (id),
  constraint analyzer_reports_mailbox_id_fkey FOREIGN KEY (mailbox_id) REFERENCES mailboxes(id) ON DELETE CASCADE,
  constraint analyzer_reports_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint analyzer_reports_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'running'::text, 'done'::text, 'failed'::text]))),
  constraint analyzer_reports_volume_choice_check CHECK (((volume_choice >= 1) AND (volume_choice <= 1000))),
  constraint analyzer_reports_window_choice_check CHECK ((window_choice = ANY (ARRAY[30, 90, 180, 365])))
);
CREATE INDEX analyzer_reports_created ON public.analyzer_reports USING btree (created_at);
CREATE INDEX analyzer_reports_newest ON public.analyzer_reports USING btree (mailbox_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX analyzer_reports_day_key ON public.analyzer_reports USING btree (mailbox_id, day) WHERE ((NOT forced) AND (status <> 'failed'::text));
CREATE UNIQUE INDEX analyzer_reports_in_progress_key ON public.analyzer_reports USING btree (mailbox_id) WHERE (status = ANY (ARRAY['pending'::text, 'running'::text]));

create table api_keys (
  id uuid not null,
  member_id uuid not null,
  name text not null,
  prefix text not null,
  token_hash bytea not null,
  scopes text[] not null,
  created_at timestamp(3) with time zone not null default now(),
  expires_at timestamp(3) with time zone,
  last_used_at timestamp(3) with time zone,
  revoked_at timestamp(3) with time zone,
  constraint api_keys_pkey PRIMARY KEY (id),
  constraint api_keys_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id)
);
CREATE INDEX api_keys_member ON public.api_keys USING btree (member_id, created_at DESC);
CREATE UNIQUE INDEX api_keys_token_key ON public.api_keys USING btree (token_hash);

create table approval_links (
  token_hash bytea,
  approval_id uuid not null,
  approver text not null,
  id uuid not null default gen_random_uuid(),
  substitute boolean not null default false,
  purpose text not null default 'ask'::text,
  open boolean not null default true,
  constraint approval_links_pkey PRIMARY KEY (id),
  constraint approval_links_approval_id_fkey FOREIGN KEY (approval_id) REFERENCES approvals(id) ON DELETE CASCADE,
  constraint approval_links_purpose_check CHECK ((purpose = ANY (ARRAY['ask'::text, 'remind'::text, 'escalate'::text])))
);
CREATE INDEX approval_links_approval ON public.approval_links USING btree (approval_id);
CREATE INDEX approval_links_approver ON public.approval_links USING btree (approver);
CREATE INDEX approval_links_open ON public.approval_links USING btree (approver) WHERE open;
CREATE UNIQUE INDEX approval_links_token ON public.approval_links USING btree (token_hash);

create table approvals (
  id uuid not null,
  member_id uuid not null,
  execution_id uuid not null,
  workflow_id uuid not null,
  workflow_name text not null,
  node_id text not null,
  step_key text not null,
  title text not null,
  details text,
  status text not null default 'pending'::text,
  message_id uuid,
  trigger jsonb,
  expires_at timestamp(3) with time zone not null,
  decided_by text,
  decided_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default now(),
  decided_by_link boolean not null default false,
  mailbox_id uuid,
  remind_at timestamp(3) with time zone,
  escalate_at timestamp(3) with time zone,
  escalate_to text,
  constraint approvals_step_key UNIQUE (step_key),
  constraint approvals_pkey PRIMARY KEY (id),
  constraint approvals_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint approvals_escalation CHECK (((escalate_at IS NULL) OR (escalate_to IS NOT NULL))),
  constraint approvals_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'approved'::text, 'rejected'::text, 'expired'::text])))
);
CREATE INDEX approvals_due ON public.approvals USING btree (expires_at) WHERE (status = 'pending'::text);
CREATE INDEX approvals_escalate ON public.approvals USING btree (escalate_at) WHERE ((status = 'pending'::text) AND (escalate_at IS NOT NULL));
CREATE INDEX approvals_newest ON public.approvals USING btree (member_id, status, created_at DESC, id DESC);
CREATE INDEX approvals_of_execution ON public.approvals USING btree (execution_id);
CREATE INDEX approvals_of_message ON public.approvals USING btree (message_id) WHERE (message_id IS NOT NULL);
CREATE INDEX approvals_remind ON public.approvals USING btree (remind_at) WHERE ((status = 'pending'::text) AND (remind_at IS NOT NULL));
CREATE INDEX approvals_urgent ON public.approvals USING btree (member_id, expires_at, created_at, id) WHERE (status = 'pending'::text);

create table assistant_conversations (
  id uuid not null,
  member_id uuid not null,
  title text not null,
  workflow_id uuid,
  provider text,
  model text,
  connection_id uuid,
  last_model text,
  status text not null default 'idle'::text,
  turn integer not null default 0,
  scopes text[],
  calls integer not null default 0,
  input_tokens bigint not null default 0,
  output_tokens bigint not null default 0,
  cost_usd numeric,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default clock_timestamp(),
  constraint assistant_conversations_pkey PRIMARY KEY (id),
  constraint assistant_conversations_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id),
  constraint assistant_conversations_workflow_id_fkey FOREIGN KEY (workflow_id) REFERENCES workflows(id) ON DELETE SET NULL,
  constraint assistant_conversations_status_check CHECK ((status = ANY (ARRAY['idle'::text, 'running'::text, 'failed'::text, 'cancelled'::text])))
);
CREATE INDEX assistant_conversations_recent ON public.assistant_conversations USING btree (member_id, updated_at DESC, id);

create table assistant_messages (
  id uuid not null,
  conversation_id uuid not null,
  number integer not null,
  role text not null,
  content text not null default ''::text,
  tool_calls jsonb not null default '[]'::jsonb,
  tool_call_id text,
  tool_name text,
  tool_ok boolean,
  tool_result jsonb,
  model text,
  is_complete boolean not null default true,
  created_at timestamp(3) with time zone not null default clock_timestamp(),
  constraint assistant_messages_number_key UNIQUE (conversation_id, number),
  constraint assistant_messages_tool_call_key UNIQUE (conversation_id, tool_call_id),
  constraint assistant_messages_pkey PRIMARY KEY (id),
  constraint assistant_messages_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES assistant_conversations(id) ON DELETE CASCADE,
  constraint assistant_messages_role_check CHECK ((role = ANY (ARRAY['user'::text, 'assistant'::text, 'tool'::text])))
);

create table assistant_proposals (
  id uuid not null,
  conversation_id uuid not null,
  tool_call_id text not null,
  kind text not null,
  status text not null default 'proposed'::text,
  summary text not null,
  name text not null,
  workflow_id uuid,
  graph jsonb not null,
  base_updated_at timestamp(3) with time zone,
  difference jsonb not null,
  issues jsonb not null,
  simulation jsonb,
  created_at timestamp(3) with time zone not null default clock_timestamp(),
  decided_at timestamp(3) with time zone,
  constraint assistant_proposals_tool_call_key UNIQUE (conversation_id, tool_call_id),
  constraint assistant_proposals_pkey PRIMARY KEY (id),
  constraint assistant_proposals_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES assistant_conversations(id) ON DELETE CASCADE,
  constraint assistant_proposals_workflow_id_fkey FOREIGN KEY (workflow_id) REFERENCES workflows(id) ON DELETE SET NULL,
  constraint assistant_proposals_kind_check CHECK ((kind = ANY (ARRAY['create_draft'::text, 'update_draft'::text]))),
  constraint assistant_proposals_status_check CHECK ((status = ANY (ARRAY['proposed'::text, 'accepting'::text, 'accepted'::text, 'rejected'::text, 'failed'::text])))
);

create table audit_entries (
  id uuid not null,
  at timestamp(3) with time zone not null default now(),
  actor_kind text not null,
  actor_member_id uuid,
  action text not null,
  target_kind text not null,
  target_id text,
  details jsonb not null default '{}'::jsonb,
  ip text,
  constraint audit_entries_pkey PRIMARY KEY (id),
  constraint audit_entries_action_check CHECK ((action <> ''::text)),
  constraint audit_entries_actor_kind_check CHECK ((actor_kind = ANY (ARRAY['member'::text, 'system'::text, 'webhook'::text]))),
  constraint audit_entries_target_kind_check CHECK ((target_kind <> ''::text))
);
CREATE INDEX audit_entries_action ON public.audit_entries USING btree (action, at DESC, id DESC);
CREATE INDEX audit_entries_actor ON public.audit_entries USING btree (actor_member_id, at DESC, id DESC);
CREATE INDEX audit_entries_newest ON public.audit_entries USING btree (at DESC, id DESC);

create table connections (
  id uuid not null,
  member_id uuid,
  type text not null,
  name text not null,
  kind text,
  hint text,
  secret_id uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  origins text[] not null default '{}'::text[],
  constraint connections_pkey PRIMARY KEY (id),
  constraint connections_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id),
  constraint connections_secret_id_fkey FOREIGN KEY (secret_id) REFERENCES secrets(id),
  constraint connections_kind_check CHECK ((kind = ANY (ARRAY['apiKey'::text, 'bearer'::text, 'basic'::text, 'query'::text])))
);
CREATE INDEX connections_member ON public.connections USING btree (member_id);

create table contacts (
  id uuid not null,
  member_id uuid not null,
  email text not null,
  name text,
  notes text,
  signature_id uuid,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  constraint contacts_pkey PRIMARY KEY (id),
  constraint contacts_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id),
  constraint contacts_signature_id_fkey FOREIGN KEY (signature_id) REFERENCES signatures(id) ON DELETE SET NULL
);
CREATE INDEX contacts_newest ON public.contacts USING btree (member_id, created_at DESC, id DESC);
CREATE INDEX contacts_signature ON public.contacts USING btree (signature_id);
CREATE UNIQUE INDEX contacts_member_email_key ON public.contacts USING btree (member_id, lower(email));

create table dashboard_changes (
  source text not null,
  day integer not null,
  version bigint not null default nextval('dashboard_versions'::regclass),
  constraint dashboard_changes_pkey PRIMARY KEY (source, day)
);

create table dashboard_days (
  source text not null,
  level text not null,
  subject uuid not null,
  day integer not null,
  measure text not null,
  detail text not null,
  mailbox_id uuid not null,
  member_id uuid not null,
  total bigint not null,
  marks bigint[] not null,
  upto bigint[] not null,
  constraint dashboard_days_pkey PRIMARY KEY (source, level, subject, mailbox_id, day, measure, detail, member_id),
  constraint dashboard_days_level_check CHECK ((level = ANY (ARRAY['org'::text, 'member'::text, 'workflow'::text, 'mailbox'::text, 'both'::text])))
);
CREATE INDEX dashboard_days_of_member ON public.dashboard_days USING btree (source, level, member_id, day) INCLUDE (subject, measure, total);

create table dashboard_durations (
  level text not null,
  subject uuid not null,
  hours smallint not null,
  start integer not null,
  mailbox_id uuid not null,
  member_id uuid not null,
  marks bigint[] not null,
  upto bigint[] not null,
  constraint dashboard_durations_pkey PRIMARY KEY (level, subject, hours, start, mailbox_id, member_id),
  constraint dashboard_durations_hours_check CHECK ((hours = ANY (ARRAY[1, 24]))),
  constraint dashboard_durations_level_check CHECK ((level = ANY (ARRAY['org'::text, 'member'::text, 'workflow'::text, 'mailbox'::text, 'both'::text])))
);

create table dashboard_events (
  source text not null,
  hour integer not null,
  member_id uuid not null,
  workflow_id uuid,
  mailbox_id uuid,
  measure text not null,
  offsets integer[] not null,
  took bigint[]
);
CREATE INDEX dashboard_events_hour ON public.dashboard_events USING btree (source, hour, member_id);
CREATE INDEX dashboard_events_workflow ON public.dashboard_events USING btree (workflow_id, hour) WHERE (source = 'executions'::text);

create table dashboard_progress (
  source text not null,
  counted_until timestamp(3) with time zone not null,
  closed_until integer not null,
  constraint dashboard_progress_pkey PRIMARY KEY (source),
  constraint dashboard_progress_source_check CHECK ((source = ANY (ARRAY['executions'::text, 'journal'::text, 'mail'::text, 'ai'::text])))
);

create table dispatched_messages (
  message_id uuid not null,
  workflow_id uuid not null,
  execution_id uuid not null,
  constraint dispatched_messages_pkey PRIMARY KEY (message_id, workflow_id)
);

create table eval_cases (
  id uuid not null,
  run_id uuid not null,
  position integer not null,
  message_id uuid not null,
  expected text[],
  status text not null default 'pending'::text,
  predicted text[],
  confidence double precision,
  cost_usd numeric(18,9),
  error jsonb,
  constraint eval_cases_message UNIQUE (run_id, message_id),
  constraint eval_cases_position UNIQUE (run_id, "position"),
  constraint eval_cases_pkey PRIMARY KEY (id),
  constraint eval_cases_run_id_fkey FOREIGN KEY (run_id) REFERENCES eval_runs(id) ON DELETE CASCADE,
  constraint eval_cases_check CHECK (((status = 'done'::text) = (predicted IS NOT NULL))),
  constraint eval_cases_check1 CHECK (((status = 'failed'::text) = (error IS NOT NULL))),
  constraint eval_cases_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'done'::text, 'failed'::text])))
);
CREATE INDEX eval_cases_pending ON public.eval_cases USING btree (run_id, "position") WHERE (status = 'pending'::text);

create table eval_references (
  id uuid not null,
  member_id uuid not null,
  workflow_id uuid not null,
  node_id text not null,
  message_id uuid not null,
  categories text[] not null,
  source text not null,
  heading text not null,
  excerpt text not null,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  constraint eval_references_key UNIQUE (workflow_id, node_id, message_id),
  constraint eval_references_pkey PRIMARY KEY (id),
  constraint eval_references_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id),
  constraint eval_references_message_id_fkey FOREIGN KEY (message_id) REFERENCES messages(id) ON DELETE CASCADE,
  constraint eval_references_workflow_id_fkey FOREIGN KEY (workflow_id) REFERENCES workflows(id) ON DELETE CASCADE,
  constraint eval_references_source_check CHECK ((source = ANY (ARRAY['message'::text, 'execution'::text, 'review'::text, 'correction'::text, 'import'::text])))
);
CREATE INDEX eval_references_newest ON public.eval_references USING btree (workflow_id, node_id, updated_at DESC, id DESC);
CREATE INDEX eval_references_of_message ON public.eval_references USING btree (message_id);

create table eval_runs (
  id uuid not null,
  member_id uuid not null,
  workflow_id uuid not null,
  node_id text not null,
  status text not null default 'queued'::text,
  classifier jsonb not null,
  prompt text not null,
  categories text[] not null,
  multi_label boolean not null,
  provider text not null,
  model text not null,
  created_at timestamp(3) with time zone not null default now(),
  progressed_at timestamp(3) with time zone not null default now(),
  finished_at timestamp(3) with time zone,
  constraint eval_runs_pkey PRIMARY KEY (id),
  constraint eval_runs_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id),
  constraint eval_runs_workflow_id_fkey FOREIGN KEY (workflow_id) REFERENCES workflows(id) ON DELETE CASCADE,
  constraint eval_runs_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'running'::text, 'succeeded'::text, 'failed'::text])))
);
CREATE INDEX eval_runs_newest ON public.eval_runs USING btree (workflow_id, node_id, created_at DESC, id DESC);
CREATE INDEX eval_runs_unfinished ON public.eval_runs USING btree (member_id, created_at, id) WHERE (status = ANY (ARRAY['queued'::text, 'running'::text]));

create table execution_families (
  root_id uuid not null,
  descendants integer not null,
  constraint execution_families_pkey PRIMARY KEY (root_id)
);

create table execution_parts (
  execution_id uuid not null,
  part integer not null,
  content text not null,
  computed boolean,
  constraint execution_parts_pkey PRIMARY KEY (execution_id, part)
);

create table executions (
  id uuid not null,
  member_id uuid not null,
  workflow_id uuid not null,
  version_id uuid not null,
  mailbox_id uuid,
  message_id uuid,
  status text not null default 'queued'::text,
  simulated boolean not null default false,
  parent_id uuid,
  depth smallint not null default 0,
  trigger_node_id text not null,
  trigger_type text not null,
  retry_of uuid,
  headline jsonb,
  error jsonb,
  result jsonb,
  waiting jsonb,
  owner uuid,
  epoch integer not null default 0,
  wake_at timestamp(3) with time zone,
  calls integer not null default 0,
  active_ms integer not null default 0,
  created_at timestamp(3) with time zone not null default now(),
  started_at timestamp(3) with time zone,
  finished_at timestamp(3) with time zone,
  crashes smallint not null default 0,
  crash_total smallint not null default 0,
  crash_part integer not null default '-1'::integer,
  root_id uuid,
  held boolean not null default false,
  constraint executions_pkey PRIMARY KEY (id),
  constraint executions_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id),
  constraint executions_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'running'::text, 'waiting'::text, 'succeeded'::text, 'failed'::text, 'cancelled'::text])))
);
CREATE INDEX executions_crashed ON public.executions USING btree (version_id, created_at) WHERE ((status = 'failed'::text) AND ((error ->> 'code'::text) = 'execution.crashed'::text));
CREATE INDEX executions_failed ON public.executions USING btree (workflow_id, created_at, id) WHERE (status = 'failed'::text);
CREATE INDEX executions_failures ON public.executions USING btree (finished_at, id) WHERE ((status = 'failed'::text) AND (NOT simulated));
CREATE INDEX executions_failures_of_member ON public.executions USING btree (member_id, finished_at, id) WHERE ((status = 'failed'::text) AND (NOT simulated));
CREATE INDEX executions_failures_of_workflow ON public.executions USING btree (workflow_id, finished_at, id) WHERE ((status = 'failed'::text) AND (NOT simulated));
CREATE INDEX executions_finished ON public.executions USING btree (finished_at) WHERE (finished_at IS NOT NULL);
CREATE INDEX executions_held ON public.executions USING btree (workflow_id) WHERE (held AND (status = 'queued'::text));
CREATE INDEX executions_newest ON public.executions USING btree (member_id, created_at DESC, id DESC);
CREATE INDEX executions_of_message ON public.executions USING btree (message_id) WHERE (message_id IS NOT NULL);
CREATE INDEX executions_of_parent ON public.executions USING btree (parent_id) WHERE (parent_id IS NOT NULL);
CREATE INDEX executions_of_workflow ON public.executions USING btree (workflow_id, created_at DESC, id DESC);
CREATE INDEX executions_open ON public.executions USING btree (workflow_id, created_at, id) WHERE ((owner IS NULL) AND (NOT held) AND (status = ANY (ARRAY['queued'::text, 'running'::text])));
CREATE INDEX executions_owned ON public.executions USING btree (workflow_id, owner) WHERE (owner IS NOT NULL);
CREATE INDEX executions_retries ON public.executions USING btree (retry_of) WHERE (retry_of IS NOT NULL);
CREATE INDEX executions_unended ON public.executions USING btree (mailbox_id) WHERE ((mailbox_id IS NOT NULL) AND (status = ANY (ARRAY['queued'::text, 'running'::text, 'waiting'::text])));
CREATE INDEX executions_waiting ON public.executions USING btree (member_id, created_at) WHERE (status = 'waiting'::text);
CREATE INDEX executions_waking ON public.executions USING btree (wake_at) WHERE (status = 'waiting'::text);

create table folder_counts (
  mailbox_id uuid not null,
  folder_key text not null,
  messages integer not null,
  unread integer not null,
  constraint folder_counts_pkey PRIMARY KEY (mailbox_id, folder_key),
  constraint folder_counts_mailbox_id_fkey FOREIGN KEY (mailbox_id) REFERENCES mailboxes(id) ON DELETE CASCADE
);

create table folders (
  id uuid not null,
  mailbox_id uuid not null,
  path text not null,
  key text not null,
  role text,
  name text not null,
  delimiter text,
  parent_path text,
  depth integer not null default 0,
  selectable boolean not null default true,
  uid_validity text,
  uid_next bigint,
  highest_modseq bigint,
  mirrored_from bigint,
  server_messages integer not null default 0,
  synced_at timestamp(3) with time zone,
  label text,
  new_since timestamp(3) with time zone,
  constraint folders_mailbox_path_key UNIQUE (mailbox_id, path),
  constraint folders_pkey PRIMARY KEY (id),
  constraint folders_mailbox_id_fkey FOREIGN KEY (mailbox_id) REFERENCES mailboxes(id) ON DELETE CASCADE,
  constraint folders_role_check CHECK ((role = ANY (ARRAY['inbox'::text, 'sent'::text, 'drafts'::text, 'archive'::text, 'all'::text, 'spam'::text, 'trash'::text])))
);
CREATE INDEX folders_key ON public.folders USING btree (mailbox_id, key);

create table idempotency_keys (
  member_id uuid not null,
  method text not null,
  path text not null,
  key text not null,
  body_hash bytea,
  claim uuid,
  process_id uuid,
  status smallint,
  reply text,
  created_at timestamp(3) with time zone not null default now(),
  hash_key_id text,
  hash_salt bytea,
  constraint idempotency_keys_pkey PRIMARY KEY (member_id, method, path, key),
  constraint idempotency_keys_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id)
);
CREATE INDEX idempotency_keys_age ON public.idempotency_keys USING btree (created_at);

create table incidents (
  id uuid not null,
  member_id uuid not null,
  execution_id uuid,
  workflow_id uuid,
  workflow_name text not null,
  mailbox_id uuid,
  failed_at timestamp(3) with time zone not null,
  error_summary text not null,
  node_id text,
  node_name text,
  acknowledged_at timestamp(3) with time zone,
  constraint incidents_execution_key UNIQUE (execution_id),
  constraint incidents_pkey PRIMARY KEY (id),
  constraint incidents_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id),
  constraint incidents_error_summary_check CHECK ((char_length(error_summary) <= 200))
);
CREATE INDEX incidents_newest ON public.incidents USING btree (member_id, failed_at DESC, id DESC);

create table invitations (
  id uuid not null,
  email text not null,
  role text not null,
  token_hash bytea not null,
  invited_by uuid,
  created_at timestamp(3) with time zone not null default now(),
  expires_at timestamp(3) with time zone not null,
  constraint invitations_pkey PRIMARY KEY (id),
  constraint invitations_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES members(id),
  constraint invitations_role_check CHECK ((role = ANY (ARRAY['member'::text, 'admin'::text])))
);
CREATE UNIQUE INDEX invitations_email_key ON public.invitations USING btree (lower(email));
CREATE UNIQUE INDEX invitations_token_key ON public.invitations USING btree (token_hash);

create table job_crashes (
  job_id bigint not null,
  crashes smallint not null,
  constraint job_crashes_pkey PRIMARY KEY (job_id)
);

create table journal_entries (
  id uuid not null,
  mailbox_id uuid not null,
  message_id uuid not null,
  outcome text not null,
  rule_ref text,
  created_at timestamp(3) with time zone not null default now(),
  constraint journal_entries_message_key UNIQUE (message_id),
  constraint journal_entries_pkey PRIMARY KEY (id),
  constraint journal_entries_mailbox_id_fkey FOREIGN KEY (mailbox_id) REFERENCES mailboxes(id) ON DELETE CASCADE,
  constraint journal_entries_outcome_check CHECK ((outcome = ANY (ARRAY['excluded_org'::text, 'excluded_member'::text, 'guardrail'::text, 'unmatched'::text, 'dispatched'::text])))
);
CREATE INDEX journal_entries_created ON public.journal_entries USING btree (created_at);
CREATE INDEX journal_entries_newest ON public.journal_entries USING btree (mailbox_id, created_at DESC, id DESC);
CREATE INDEX journal_entries_outcome ON public.journal_entries USING btree (mailbox_id, outcome, created_at DESC, id DESC);

create table llm_connections (
  id uuid not null,
  provider text not null,
  label text not null,
  is_default boolean not null default false,
  base_url text,
  secret_id uuid,
  api_key_hint text,
  enabled_models text[],
  reported_models text[],
  reported_at timestamp(3) with time zone,
  max_concurrency integer not null default 20,
  max_per_minute integer,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  constraint llm_connections_label_key UNIQUE (label),
  constraint llm_connections_pkey PRIMARY KEY (id),
  constraint llm_connections_secret_id_fkey FOREIGN KEY (secret_id) REFERENCES secrets(id),
  constraint llm_connections_max_concurrency_check CHECK ((max_concurrency > 0)),
  constraint llm_connections_max_per_minute_check CHECK ((max_per_minute > 0))
);
CREATE UNIQUE INDEX llm_connections_one_default ON public.llm_connections USING btree (is_default) WHERE is_default;

create table llm_defaults (
  purpose text not null,
  provider text not null,
  model text not null,
  constraint llm_defaults_pkey PRIMARY KEY (purpose)
);

create table llm_gates (
  connection_id uuid not null,
  failures integer not null default 0,
  opened_at timestamp(3) with time zone,
  openings integer not null default 0,
  retry_at timestamp(3) with time zone,
  probe_until timestamp(3) with time zone,
  reason text,
  paused_until timestamp(3) with time zone,
  constraint llm_gates_pkey PRIMARY KEY (connection_id),
  constraint llm_gates_connection_id_fkey FOREIGN KEY (connection_id) REFERENCES llm_connections(id) ON DELETE CASCADE
);

create table llm_slots (
  connection_id uuid not null,
  process_id uuid not null,
  held integer not null default 0,
  wanted integer not null default 0,
  constraint llm_slots_pkey PRIMARY KEY (connection_id, process_id),
  constraint llm_slots_connection_id_fkey FOREIGN KEY (connection_id) REFERENCES llm_connections(id) ON DELETE CASCADE,
  constraint llm_slots_process_id_fkey FOREIGN KEY (process_id) REFERENCES processes(id) ON DELETE CASCADE,
  constraint llm_slots_held_check CHECK ((held >= 0)),
  constraint llm_slots_wanted_check CHECK ((wanted >= 0))
);

create table mailbox_oauth_states (
  state_hash bytea not null,
  member_id uuid not null,
  provider text not null,
  code_verifier text not null,
  nonce text not null,
  expires_at timestamp(3) with time zone not null,
  constraint mailbox_oauth_states_pkey PRIMARY KEY (state_hash),
  constraint mailbox_oauth_states_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id),
  constraint mailbox_oauth_states_provider_check CHECK ((provider = ANY (ARRAY['google'::text, 'microsoft'::text])))
);

create table mailbox_resyncs (
  id uuid not null,
  mailbox_id uuid not null,
  since timestamp(3) with time zone not null,
  requested_at timestamp(3) with time zone not null default now(),
  finished_at timestamp(3) with time zone,
  constraint mailbox_resyncs_pkey PRIMARY KEY (id),
  constraint mailbox_resyncs_mailbox_id_fkey FOREIGN KEY (mailbox_id) REFERENCES mailboxes(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX mailbox_resyncs_unfinished_key ON public.mailbox_resyncs USING btree (mailbox_id) WHERE (finished_at IS NULL);

create table mailboxes (
  id uuid not null,
  member_id uuid,
  provider text not null,
  address text not null,
  status text not null default 'active'::text,
  sync_mode text not null default 'full'::text,
  servers jsonb not null,
  secret_id uuid,
  connected_at timestamp(3) with time zone not null default now(),
  backfill_status text,
  backfill_total integer not null default 0,
  backfill_done integer not null default 0,
  oldest_synced_at timestamp(3) with time zone,
  last_delta_at timestamp(3) with time zone,
  last_successful_sync_at timestamp(3) with time zone,
  last_error jsonb,
  auth_failures integer not null default 0,
  failing_since timestamp(3) with time zone,
  error_told boolean not null default false,
  analyzed_at timestamp(3) with time zone,
  owner_process uuid,
  epoch bigint not null default 0,
  sync_requested_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default now(),
  watched_since timestamp(3) with time zone not null default now(),
  stalled_at timestamp(3) with time zone,
  refresh_claim uuid,
  refresh_claimed_at timestamp(3) with time zone,
  address_proven boolean not null default false,
  constraint mailboxes_pkey PRIMARY KEY (id),
  constraint mailboxes_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id),
  constraint mailboxes_backfill_status_check CHECK ((backfill_status = ANY (ARRAY['pending'::text, 'running'::text, 'done'::text, 'failed'::text]))),
  constraint mailboxes_provider_check CHECK ((provider = ANY (ARRAY['google'::text, 'microsoft'::text, 'imap'::text]))),
  constraint mailboxes_status_check CHECK ((status = ANY (ARRAY['active'::text, 'disconnected'::text, 'error'::text]))),
  constraint mailboxes_sync_mode_check CHECK ((sync_mode = ANY (ARRAY['full'::text, 'processing_only'::text])))
);
CREATE INDEX mailboxes_owner ON public.mailboxes USING btree (owner_process) WHERE (status = 'active'::text);
CREATE UNIQUE INDEX mailboxes_member_address_key ON public.mailboxes USING btree (member_id, lower(address));

create table members (
  id uuid not null,
  email text not null,
  name text not null,
  role text not null,
  status text not null default 'active'::text,
  password_hash text,
  settings jsonb not null default '{}'::jsonb,
  ingestion_scope jsonb not null default '{"mode": "exclude", "emails": [], "domains": []}'::jsonb,
  dispatch_mode text not null default 'all'::text,
  created_at timestamp(3) with time zone not null default now(),
  constraint members_pkey PRIMARY KEY (id),
  constraint members_dispatch_mode_check CHECK ((dispatch_mode = ANY (ARRAY['all'::text, 'priority'::text]))),
  constraint members_role_check CHECK ((role = ANY (ARRAY['member'::text, 'admin'::text]))),
  constraint members_status_check CHECK ((status = ANY (ARRAY['active'::text, 'suspended'::text])))
);
CREATE UNIQUE INDEX members_email_key ON public.members USING btree (lower(email));

create table message_attempts (
  mailbox_id uuid not null,
  folder_id uuid not null,
  uid bigint not null,
  attempts smallint not null,
  constraint message_attempts_pkey PRIMARY KEY (mailbox_id, folder_id, uid),
  constraint message_attempts_mailbox_id_fkey FOREIGN KEY (mailbox_id) REFERENCES mailboxes(id) ON DELETE CASCADE
);

create table message_bodies (
  message_id uuid not null,
  body_text text,
  body_html text,
  headers jsonb not null,
  attachments jsonb not null default '[]'::jsonb,
  safe_html text,
  safe_version smallint,
  has_remote_images boolean not null default false,
  constraint message_bodies_pkey PRIMARY KEY (message_id),
  constraint message_bodies_message_id_fkey FOREIGN KEY (message_id) REFERENCES messages(id) ON DELETE CASCADE
);

create table message_counts (
  mailbox_id uuid not null,
  messages integer not null,
  constraint message_counts_pkey PRIMARY KEY (mailbox_id),
  constraint message_counts_mailbox_id_fkey FOREIGN KEY (mailbox_id) REFERENCES mailboxes(id) ON DELETE CASCADE
);

create table message_ops (
  id uuid not null,
  mailbox_id uuid not null,
  message_id uuid not null,
  action text not null,
  params jsonb not null default '{}'::jsonb,
  before jsonb not null default '{}'::jsonb,
  client_token text,
  status text not null default 'pending'::text,
  attempts integer not null default 0,
  error text,
  created_at timestamp(3) with time zone not null default now(),
  finished_at timestamp(3) with time zone,
  constraint message_ops_token_key UNIQUE (message_id, client_token),
  constraint message_ops_pkey PRIMARY KEY (id),
  constraint message_ops_mailbox_id_fkey FOREIGN KEY (mailbox_id) REFERENCES mailboxes(id) ON DELETE CASCADE,
  constraint message_ops_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'done'::text, 'failed'::text])))
);
CREATE INDEX message_ops_pending ON public.message_ops USING btree (mailbox_id, created_at, id) WHERE (status = 'pending'::text);

create table messages (
  id uuid not null,
  mailbox_id uuid not null,
  thread_id uuid not null,
  folder_id uuid not null,
  uid bigint not null,
  modseq bigint,
  received_at timestamp(3) with time zone not null,
  from_name text,
  from_email text,
  subject text,
  snippet text,
  seen boolean not null,
  flagged boolean not null,
  draft boolean not null,
  answered boolean not null default false,
  sent boolean not null,
  is_auto_reply boolean not null default false,
  is_no_reply boolean not null default false,
  is_mailing_list boolean not null default false,
  is_from_self boolean not null default false,
  is_bounce boolean not null default false,
  signal_reasons jsonb not null default '{}'::jsonb,
  has_attachments boolean not null,
  size integer not null,
  labels text[] not null default '{}'::text[],
  message_id_header text,
  in_reply_to text,
  body_hash bytea,
  body_complete boolean not null default true,
  classification jsonb not null default '{}'::jsonb,
  search tsvector not null,
  keywords text[],
  written_at timestamp(3) with time zone,
  previous_folder_id uuid,
  previous_labels text[],
  constraint messages_folder_uid_key UNIQUE (folder_id, uid),
  constraint messages_pkey PRIMARY KEY (id),
  constraint messages_folder_id_fkey FOREIGN KEY (folder_id) REFERENCES folders(id) ON DELETE CASCADE,
  constraint messages_thread_id_fkey FOREIGN KEY (thread_id) REFERENCES threads(id) DEFERRABLE INITIALLY DEFERRED
);
CREATE INDEX messages_flagged ON public.messages USING btree (mailbox_id, received_at DESC, id DESC) WHERE flagged;
CREATE INDEX messages_message_id ON public.messages USING btree (mailbox_id, message_id_header);
CREATE INDEX messages_newest ON public.messages USING btree (mailbox_id, received_at DESC, id DESC);
CREATE INDEX messages_search ON public.messages USING gin (search);
CREATE INDEX messages_thread ON public.messages USING btree (thread_id, received_at, id);
CREATE INDEX messages_unread ON public.messages USING btree (mailbox_id, received_at DESC, id DESC) WHERE (NOT seen);

create table notification_preferences (
  member_id uuid not null,
  muted text[] not null default '{}'::text[],
  digest_hour smallint not null default 8,
  digest_time_zone text not null default 'UTC'::text,
  digest_next_at timestamp(3) with time zone,
  constraint notification_preferences_pkey PRIMARY KEY (member_id),
  constraint notification_preferences_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint notification_preferences_digest_hour_check CHECK (((digest_hour >= 0) AND (digest_hour <= 23)))
);
CREATE INDEX notification_preferences_digest ON public.notification_preferences USING btree (digest_next_at) WHERE (digest_next_at IS NOT NULL);

create table notifications (
  id uuid not null,
  member_id uuid not null,
  severity text not null,
  kind text not null,
  params jsonb not null,
  link text,
  dedupe_key text,
  created_at timestamp(3) with time zone not null default now(),
  read_at timestamp(3) with time zone,
  archived_at timestamp(3) with time zone,
  unread_key text,
  constraint notifications_dedupe_key UNIQUE (member_id, dedupe_key),
  constraint notifications_pkey PRIMARY KEY (id),
  constraint notifications_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id),
  constraint notifications_severity_check CHECK ((severity = ANY (ARRAY['info'::text, 'warning'::text, 'error'::text])))
);
CREATE INDEX notifications_age ON public.notifications USING btree (created_at);
CREATE INDEX notifications_newest ON public.notifications USING btree (member_id, created_at DESC, id DESC) WHERE (archived_at IS NULL);
CREATE INDEX notifications_unread ON public.notifications USING btree (member_id) WHERE ((archived_at IS NULL) AND (read_at IS NULL));
CREATE UNIQUE INDEX notifications_unread_key ON public.notifications USING btree (member_id, unread_key) WHERE ((unread_key IS NOT NULL) AND (read_at IS NULL) AND (archived_at IS NULL));

create table organisation_scope (
  singleton boolean not null default true,
  mode text not null,
  domains jsonb not null,
  emails jsonb not null,
  changed_by uuid,
  changed_at timestamp(3) with time zone not null default now(),
  constraint organisation_scope_pkey PRIMARY KEY (singleton),
  constraint organisation_scope_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES members(id),
  constraint organisation_scope_mode_check CHECK ((mode = ANY (ARRAY['exclude'::text, 'include'::text]))),
  constraint organisation_scope_singleton_check CHECK (singleton)
);

create table outgoing_messages (
  id uuid not null,
  member_id uuid not null,
  mailbox_id uuid not null,
  mailbox_address text not null,
  mode text not null,
  origin text not null,
  to text[] not null,
  cc text[] not null default '{}'::text[],
  bcc text[] not null default '{}'::text[],
  subject text not null,
  body_text text not null,
  body_html text,
  reply_to_message_id uuid,
  forward_of_message_id uuid,
  quote_original boolean not null default false,
  include_originals boolean not null default false,
  attachment_ids uuid[] not null default '{}'::uuid[],
  automatic boolean not null default false,
  in_reply_to text,
  reference_ids text[] not null default '{}'::text[],
  review_status text not null default 'none'::text,
  review_reason text,
  review_at timestamp(3) with time zone,
  snooze_until timestamp(3) with time zone,
  send_status text not null,
  held_by text,
  send_error_kind text,
  send_error text,
  claim uuid,
  process_id uuid,
  claimed_at timestamp(3) with time zone,
  attempts integer not null default 0,
  send_after timestamp(3) with time zone not null default now(),
  message_id_header text,
  source bytea,
  dot_pending_at timestamp(3) with time zone,
  sent_at timestamp(3) with time zone,
  sent_copy text,
  rejected jsonb not null default '[]'::jsonb,
  client_token bytea,
  execution_id uuid,
  workflow_id uuid,
  workflow_name text,
  node_id text,
  node_type text,
  message_id uuid,
  thread_id uuid,
  created_at timestamp(3) with time zone not null default now(),
  delivered text[] not null default '{}'::text[],
  into_drafts boolean not null default false,
  personal_body uuid,
  request_key_id text,
  request_salt bytea,
  request_hash bytea,
  edited_at timestamp(3) with time zone,
  rate_pending boolean not null default false,
  draft_key bytea,
  found_at timestamp(3) with time zone,
  constraint outgoing_messages_token_key UNIQUE (member_id, client_token),
  constraint outgoing_messages_pkey PRIMARY KEY (id),
  constraint outgoing_messages_mailbox_id_fkey FOREIGN KEY (mailbox_id) REFERENCES mailboxes(id) ON DELETE CASCADE,
  constraint outgoing_messages_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint outgoing_messages_claimed CHECK (((send_status <> 'running'::text) OR (claim IS NOT NULL))),
  constraint outgoing_messages_drafts_stay CHECK (((NOT into_drafts) OR ((mode = 'draft'::text) AND (dot_pending_at IS NULL) AND (sent_at IS NULL)))),
  constraint outgoing_messages_held CHECK (((send_status = 'held'::text) = (held_by IS NOT NULL))),
  constraint outgoing_messages_held_by_check CHECK ((held_by = ANY (ARRAY['review'::text, 'switch'::text, 'suspension'::text]))),
  constraint outgoing_messages_mode_check CHECK ((mode = ANY (ARRAY['draft'::text, 'send'::text]))),
  constraint outgoing_messages_origin_check CHECK ((origin = ANY (ARRAY['workflow'::text, 'webmail'::text, 'approval'::text]))),
  constraint outgoing_messages_review_status_check CHECK ((review_status = ANY (ARRAY['none'::text, 'pending'::text, 'sent'::text, 'rejected'::text, 'snoozed'::text, 'gone'::text]))),
  constraint outgoing_messages_send_status_check CHECK ((send_status = ANY (ARRAY['pending'::text, 'held'::text, 'running'::text, 'done'::text, 'failed'::text, 'cancelled'::text, 'unknown'::text]))),
  constraint outgoing_messages_sent_copy_check CHECK ((sent_copy = ANY (ARRAY['pending'::text, 'found'::text, 'saved'::text, 'failed'::text])))
);
CREATE INDEX outgoing_messages_attachments ON public.outgoing_messages USING gin (attachment_ids) WHERE ((source IS NULL) AND (attachment_ids <> '{}'::uuid[]));
CREATE INDEX outgoing_messages_mailbox ON public.outgoing_messages USING btree (mailbox_id, created_at DESC, id DESC);
CREATE INDEX outgoing_messages_message_id ON public.outgoing_messages USING btree (message_id_header) WHERE (message_id_header IS NOT NULL);
CREATE INDEX outgoing_messages_newest ON public.outgoing_messages USING btree (member_id, created_at DESC, id DESC);
CREATE INDEX outgoing_messages_personal ON public.outgoing_messages USING btree (personal_body) WHERE ((personal_body IS NOT NULL) AND (send_status = ANY (ARRAY['pending'::text, 'held'::text])));
CREATE INDEX outgoing_messages_replies ON public.outgoing_messages USING btree (reply_to_message_id) WHERE ((reply_to_message_id IS NOT NULL) AND automatic);
CREATE INDEX outgoing_messages_review ON public.outgoing_messages USING btree (member_id, created_at DESC, id DESC) INCLUDE (review_status, snooze_until) WHERE (review_status = ANY (ARRAY['pending'::text, 'snoozed'::text]));
CREATE INDEX outgoing_messages_snoozed ON public.outgoing_messages USING btree (snooze_until) WHERE (review_status = 'snoozed'::text);
CREATE INDEX outgoing_messages_sources ON public.outgoing_messages USING btree (created_at) WHERE (source IS NOT NULL);
CREATE INDEX outgoing_messages_unfinished ON public.outgoing_messages USING btree (send_after, id) WHERE ((send_status = ANY (ARRAY['pending'::text, 'running'::text])) OR (held_by = 'switch'::text));
CREATE INDEX outgoing_messages_urgent ON public.outgoing_messages USING btree (member_id, GREATEST(created_at, edited_at, snooze_until, review_at), created_at, id) WHERE (review_status = ANY (ARRAY['pending'::text, 'snoozed'::text]));
CREATE INDEX outgoing_messages_waiting_about ON public.outgoing_messages USING btree (message_id) WHERE (review_status = ANY (ARRAY['pending'::text, 'snoozed'::text]));
CREATE INDEX outgoing_messages_waiting_key ON public.outgoing_messages USING btree (draft_key) WHERE (review_status = ANY (ARRAY['pending'::text, 'snoozed'::text]));
CREATE INDEX outgoing_messages_waiting_reply ON public.outgoing_messages USING btree (in_reply_to) WHERE (review_status = ANY (ARRAY['pending'::text, 'snoozed'::text]));
CREATE INDEX outgoing_messages_waiting_touched ON public.outgoing_messages USING btree (GREATEST(created_at, edited_at, snooze_until, review_at)) WHERE (review_status = ANY (ARRAY['pending'::text, 'snoozed'::text]));
CREATE INDEX outgoing_messages_workflow_drafts ON public.outgoing_messages USING btree (created_at) WHERE ((origin = 'workflow'::text) AND (mode = 'draft'::text));
CREATE INDEX outgoing_messages_workflow_message ON public.outgoing_messages USING btree (message_id) WHERE ((origin = 'workflow'::text) AND (message_id IS NOT NULL));
CREATE INDEX outgoing_messages_workflow_sent ON public.outgoing_messages USING btree (COALESCE(found_at, sent_at)) WHERE ((origin = 'workflow'::text) AND (sent_at IS NOT NULL));

create table processes (
  id uuid not null,
  roles text[] not null,
  worker_ids text[] not null default '{}'::text[],
  host text not null,
  pid text not null,
  place text,
  started_at timestamp(3) with time zone not null default now(),
  heartbeat_at timestamp(3) with time zone not null default now(),
  constraint processes_pkey PRIMARY KEY (id)
);

create unlogged table rate_windows (
  bucket text not null,
  head bigint not null,
  slots integer[] not null,
  touched_at timestamp(3) with time zone not null default now(),
  constraint rate_windows_pkey PRIMARY KEY (bucket)
);

create table readiness (
  is_only boolean not null default true,
  checked_at timestamp with time zone not null,
  constraint readiness_pkey PRIMARY KEY (is_only),
  constraint readiness_is_only_check CHECK (is_only)
);

create table remote_image_senders (
  id uuid not null,
  member_id uuid not null,
  email text not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint remote_image_senders_key UNIQUE (member_id, email),
  constraint remote_image_senders_pkey PRIMARY KEY (id),
  constraint remote_image_senders_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id)
);

create table review_tokens (
  member_id uuid not null,
  token bytea not null,
  key_id text,
  salt bytea not null,
  hash bytea not null,
  reply json,
  created_at timestamp(3) with time zone not null default now(),
  constraint review_tokens_pkey PRIMARY KEY (member_id, token),
  constraint review_tokens_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE
);
CREATE INDEX review_tokens_created ON public.review_tokens USING brin (created_at);

create table run_storage (
  member_id uuid not null,
  bytes bigint not null,
  constraint run_storage_pkey PRIMARY KEY (member_id),
  constraint run_storage_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint run_storage_bytes_check CHECK ((bytes >= 0))
);

create table run_storage_progress (
  id boolean not null default true,
  counted_until timestamp(3) with time zone not null,
  constraint run_storage_progress_pkey PRIMARY KEY (id),
  constraint run_storage_progress_id_check CHECK (id)
);

create table schema_migrations (
  name text not null,
  applied_at timestamp(3) with time zone not null default now(),
  constraint schema_migrations_pkey PRIMARY KEY (name)
);

create table secret_keys (
  id text not null,
  retired_at timestamp(3) with time zone,
  constraint secret_keys_pkey PRIMARY KEY (id)
);

create table secrets (
  id uuid not null,
  owner_kind text not null,
  owner_id text not null,
  key_id text not null,
  wrapped_key bytea not null,
  sealed bytea not null,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  constraint secrets_pkey PRIMARY KEY (id),
  constraint secrets_key_id_fkey FOREIGN KEY (key_id) REFERENCES secret_keys(id)
);
CREATE INDEX secrets_key_id ON public.secrets USING btree (key_id);

create table sending_keys (
  singleton boolean not null default true,
  loop_key bytea not null,
  constraint sending_keys_pkey PRIMARY KEY (singleton),
  constraint sending_keys_singleton_check CHECK (singleton)
);

create table sending_switches (
  mailbox_id uuid,
  enabled boolean not null,
  changed_by uuid,
  changed_at timestamp(3) with time zone not null default now(),
  constraint sending_switches_key UNIQUE NULLS NOT DISTINCT (mailbox_id),
  constraint sending_switches_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES members(id) ON DELETE SET NULL,
  constraint sending_switches_mailbox_id_fkey FOREIGN KEY (mailbox_id) REFERENCES mailboxes(id) ON DELETE CASCADE
);

create table sessions (
  id uuid not null,
  member_id uuid not null,
  token_hash bytea not null,
  ip text,
  user_agent text,
  created_at timestamp(3) with time zone not null default now(),
  last_seen_at timestamp(3) with time zone not null default now(),
  expires_at timestamp(3) with time zone not null,
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id)
);
CREATE INDEX sessions_expiry ON public.sessions USING btree (expires_at);
CREATE INDEX sessions_member ON public.sessions USING btree (member_id);
CREATE UNIQUE INDEX sessions_token_key ON public.sessions USING btree (token_hash);

create table setup_tokens (
  token_hash bytea not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint setup_tokens_pkey PRIMARY KEY (token_hash)
);

create table sign_in_sources (
  member_id uuid not null,
  source bytea not null,
  last_used_at timestamp(3) with time zone not null default now(),
  constraint sign_in_sources_pkey PRIMARY KEY (member_id, source),
  constraint sign_in_sources_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE
);
CREATE INDEX sign_in_sources_used ON public.sign_in_sources USING btree (last_used_at);

create table signatures (
  id uuid not null,
  member_id uuid,
  name text not null,
  body_text text not null,
  body_html text not null,
  is_default boolean not null default false,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  constraint signatures_owner_name_key UNIQUE NULLS NOT DISTINCT (member_id, name),
  constraint signatures_pkey PRIMARY KEY (id),
  constraint signatures_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id)
);
CREATE UNIQUE INDEX signatures_owner_default_key ON public.signatures USING btree (member_id) NULLS NOT DISTINCT WHERE is_default;

create table table_columns (
  table_id uuid not null,
  number integer not null,
  position integer not null,
  key text not null,
  label text not null,
  type text not null,
  is_key boolean not null,
  required boolean not null,
  options text[] not null,
  width integer,
  description text,
  constraint table_columns_key_key UNIQUE (table_id, key),
  constraint table_columns_pkey PRIMARY KEY (table_id, number),
  constraint table_columns_table_id_fkey FOREIGN KEY (table_id) REFERENCES tables(id) ON DELETE CASCADE
);

create table table_writes (
  id bigint not null,
  table_id uuid not null,
  rows_added integer not null,
  constraint table_writes_pkey PRIMARY KEY (id)
);
CREATE INDEX table_writes_table ON public.table_writes USING btree (table_id) INCLUDE (rows_added);

create table tables (
  id uuid not null,
  number bigint not null,
  slug text not null,
  name text not null,
  description text,
  key_unique boolean not null,
  next_column integer not null default 1,
  row_count bigint not null default 0,
  write_count bigint not null default 0,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  constraint tables_number_key UNIQUE (number),
  constraint tables_slug_key UNIQUE (slug),
  constraint tables_pkey PRIMARY KEY (id)
);

create table template_uses (
  template_id uuid not null,
  enabled boolean not null default true,
  install_count integer not null default 0,
  updated_at timestamp(3) with time zone not null default now(),
  constraint template_uses_pkey PRIMARY KEY (template_id)
);

create table templates (
  id uuid not null,
  name text not null,
  description text not null,
  category text,
  graph jsonb not null,
  node_types text[] not null,
  created_by uuid,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  constraint templates_pkey PRIMARY KEY (id),
  constraint templates_created_by_fkey FOREIGN KEY (created_by) REFERENCES members(id) ON DELETE SET NULL
);

create table thread_action_tokens (
  thread_id uuid not null,
  client_token text not null,
  mailbox_id uuid not null,
  key_id text,
  salt bytea not null,
  hash bytea not null,
  ops jsonb not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint thread_action_tokens_pkey PRIMARY KEY (thread_id, client_token),
  constraint thread_action_tokens_mailbox_id_fkey FOREIGN KEY (mailbox_id) REFERENCES mailboxes(id) ON DELETE CASCADE
);
CREATE INDEX thread_action_tokens_created ON public.thread_action_tokens USING brin (created_at);
CREATE INDEX thread_action_tokens_mailbox ON public.thread_action_tokens USING btree (mailbox_id);

create table thread_folders (
  thread_id uuid not null,
  mailbox_id uuid not null,
  folder_key text not null,
  last_message_at timestamp(3) with time zone not null,
  unread boolean not null,
  flagged boolean not null,
  has_attachments boolean not null,
  constraint thread_folders_pkey PRIMARY KEY (thread_id, folder_key)
);
CREATE INDEX thread_folders_attachments ON public.thread_folders USING btree (mailbox_id, folder_key, last_message_at DESC, thread_id DESC) WHERE has_attachments;
CREATE INDEX thread_folders_flagged ON public.thread_folders USING btree (mailbox_id, folder_key, last_message_at DESC, thread_id DESC) WHERE flagged;
CREATE INDEX thread_folders_newest ON public.thread_folders USING btree (mailbox_id, folder_key, last_message_at DESC, thread_id DESC);
CREATE INDEX thread_folders_unread ON public.thread_folders USING btree (mailbox_id, folder_key, last_message_at DESC, thread_id DESC) WHERE unread;

create table thread_refs (
  mailbox_id uuid not null,
  ref bytea not null,
  thread_id uuid not null,
  constraint thread_refs_pkey PRIMARY KEY (mailbox_id, ref),
  constraint thread_refs_thread_id_fkey FOREIGN KEY (thread_id) REFERENCES threads(id) ON DELETE CASCADE
);
CREATE INDEX thread_refs_thread ON public.thread_refs USING btree (thread_id);

create table thread_words (
  thread_id uuid not null,
  words text,
  constraint thread_words_pkey PRIMARY KEY (thread_id),
  constraint thread_words_thread_id_fkey FOREIGN KEY (thread_id) REFERENCES threads(id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED
);

create table threads (
  id uuid not null,
  mailbox_id uuid not null,
  subject text,
  last_message_at timestamp(3) with time zone not null,
  message_count integer not null,
  unread_count integer not null,
  participants jsonb not null,
  participant_count integer not null,
  snippet text,
  has_attachments boolean not null,
  seen boolean not null,
  flagged boolean not null,
  draft boolean not null,
  sent boolean not null,
  classification jsonb not null default '{}'::jsonb,
  summary text generated always as (JSON_OBJECT('lastMessageAt' : iso_time(last_message_at), 'id' : id, 'mailboxId' : mailbox_id, 'subject' : subject, 'messageCount' : message_count, 'unreadCount' : unread_count, 'participants' : participants, 'participantCount' : participant_count, 'snippet' : snippet, 'hasAttachments' : has_attachments, 'flags' : JSON_OBJECT('seen' : seen, 'flagged' : flagged, 'draft' : draft, 'sent' : sent RETURNING json), 'classification' : classification RETURNING text)) stored,
  constraint threads_pkey PRIMARY KEY (id),
  constraint threads_mailbox_id_fkey FOREIGN KEY (mailbox_id) REFERENCES mailboxes(id) ON DELETE CASCADE
);
CREATE INDEX threads_newest ON public.threads USING btree (mailbox_id, last_message_at DESC, id DESC);

create table upload_usage (
  member_id uuid not null,
  bytes bigint not null,
  constraint upload_usage_pkey PRIMARY KEY (member_id),
  constraint upload_usage_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint upload_usage_bytes_check CHECK ((bytes >= 0))
);

create table uploaded_files (
  id uuid not null,
  member_id uuid not null,
  filename text not null,
  mime text not null,
  size integer not null,
  content bytea,
  created_at timestamp(3) with time zone not null default now(),
  used_at timestamp(3) with time zone,
  constraint uploaded_files_pkey PRIMARY KEY (id),
  constraint uploaded_files_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE
);
CREATE INDEX uploaded_files_created ON public.uploaded_files USING btree (created_at);

create table uploaded_objects (
  id uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint uploaded_objects_pkey PRIMARY KEY (id)
);
CREATE INDEX uploaded_objects_created ON public.uploaded_objects USING btree (created_at);

create table withheld_messages (
  message_id uuid not null,
  mailbox_id uuid not null,
  rereads smallint not null default 0,
  reread_at timestamp with time zone default now(),
  constraint withheld_messages_pkey PRIMARY KEY (message_id),
  constraint withheld_messages_message_id_fkey FOREIGN KEY (message_id) REFERENCES messages(id) ON DELETE CASCADE
);
CREATE INDEX withheld_messages_due ON public.withheld_messages USING btree (mailbox_id) WHERE (reread_at IS NOT NULL);

create table workflow_test_messages (
  workflow_id uuid not null,
  position integer not null,
  message_id uuid not null,
  constraint workflow_test_messages_pkey PRIMARY KEY (workflow_id, "position"),
  constraint workflow_test_messages_workflow_id_fkey FOREIGN KEY (workflow_id) REFERENCES workflows(id) ON DELETE CASCADE
);

create table workflow_triggers (
  workflow_id uuid not null,
  version_id uuid not null,
  node_id text not null,
  type text not null,
  member_id uuid not null,
  mailbox_ids uuid[],
  params jsonb not null,
  next_at timestamp(3) with time zone,
  next_set_at timestamp(3) with time zone not null default now(),
  constraint workflow_triggers_pkey PRIMARY KEY (workflow_id, node_id),
  constraint workflow_triggers_workflow_id_fkey FOREIGN KEY (workflow_id) REFERENCES workflows(id) ON DELETE CASCADE
);
CREATE INDEX workflow_triggers_member ON public.workflow_triggers USING btree (member_id, type);
CREATE INDEX workflow_triggers_next ON public.workflow_triggers USING btree (next_at) WHERE (next_at IS NOT NULL);
CREATE INDEX workflow_triggers_next_set ON public.workflow_triggers USING btree (next_set_at) WHERE (next_at IS NOT NULL);

create table workflow_versions (
  id uuid not null,
  workflow_id uuid not null,
  number integer not null,
  graph jsonb not null,
  published_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  constraint workflow_versions_number_key UNIQUE (workflow_id, number),
  constraint workflow_versions_pkey PRIMARY KEY (id),
  constraint workflow_versions_workflow_id_fkey FOREIGN KEY (workflow_id) REFERENCES workflows(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX workflow_versions_draft_key ON public.workflow_versions USING btree (workflow_id) WHERE (published_at IS NULL);

create table workflows (
  id uuid not null,
  member_id uuid not null,
  name text not null,
  draft_version_id uuid,
  published_version_id uuid,
  archived_at timestamp(3) with time zone,
  paused_at timestamp(3) with time zone,
  dispatch_priority integer,
  error_workflow_id uuid,
  max_concurrency integer,
  execution_timeout_ms integer,
  webhook_token_hash bytea,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  constraint workflows_webhook_token_key UNIQUE (webhook_token_hash),
  constraint workflows_pkey PRIMARY KEY (id),
  constraint workflows_error_workflow_id_fkey FOREIGN KEY (error_workflow_id) REFERENCES workflows(id) ON DELETE SET NULL,
  constraint workflows_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE
);
CREATE INDEX workflows_error_workflow ON public.workflows USING btree (error_workflow_id) WHERE (error_workflow_id IS NOT NULL);
CREATE INDEX workflows_member ON public.workflows USING btree (member_id, created_at DESC, id DESC);

create view ai_budget_use as
 SELECT scope,
    subject,
    soft_usd,
    hard_usd,
    COALESCE(( SELECT sum(s.spent_usd) AS sum
           FROM ai_spend s
          WHERE ((s.month = (date_trunc('month'::text, (clock_timestamp() AT TIME ZONE 'UTC'::text)))::date) AND
                CASE b.scope
                    WHEN 'member'::text THEN (s.member_id = b.subject)
                    WHEN 'workflow'::text THEN (s.workflow_id = b.subject)
                    ELSE true
                END)), (0)::numeric) AS spent_usd,
    COALESCE(( SELECT sum(r.amount_usd) AS sum
           FROM ai_reservations r
          WHERE (process_is_alive(r.process_id) AND
                CASE b.scope
                    WHEN 'member'::text THEN (r.member_id = b.subject)
                    WHEN 'workflow'::text THEN (r.workflow_id = b.subject)
                    ELSE true
                END)), (0)::numeric) AS reserved_usd
   FROM ai_budgets b;

create view ai_usage as
 SELECT member_id,
    workflow_id,
    mailbox_id,
    purpose,
    provider,
    model,
    tokens_in,
    tokens_out,
    cost_usd,
    created_at
   FROM ai_calls;

create view composed_mails as
 SELECT member_id,
    workflow_id,
    node_id,
    mailbox_id,
    to_check,
    created_at
   FROM ai_checked_mails;

create view counted_executions as
 SELECT counted_until
   FROM dashboard_progress
  WHERE (source = 'executions'::text);

create view execution_incidents as
 SELECT execution_id,
    error_summary,
    node_name,
    acknowledged_at
   FROM incidents
  WHERE (execution_id IS NOT NULL);

create view execution_outcomes as
 SELECT id,
    member_id,
    workflow_id,
    mailbox_id,
    status,
    error,
    created_at,
    started_at,
    finished_at
   FROM executions
  WHERE (NOT simulated);

create view folder_syncs as
 SELECT mailbox_id,
    role,
    label,
    synced_at
   FROM folders;

create view journal_outcomes as
 SELECT b.member_id,
    j.mailbox_id,
    j.outcome,
    j.created_at
   FROM (journal_entries j
     JOIN mailbox_owners b ON ((b.id = j.mailbox_id)))
  WHERE (b.member_id IS NOT NULL);

create view live_webhooks as
 SELECT w.webhook_token_hash AS token_hash,
    w.id AS workflow_id,
    w.member_id,
    w.published_version_id AS version_id,
    w.max_concurrency,
    t.node_id,
    (w.paused_at IS NOT NULL) AS is_paused
   FROM (workflows w
     CROSS JOIN LATERAL ( SELECT t_1.node_id
           FROM workflow_triggers t_1
          WHERE ((t_1.workflow_id = w.id) AND (t_1.type = 'trigger.webhook'::text))
          ORDER BY t_1.node_id
         LIMIT 1) t)
  WHERE (w.webhook_token_hash IS NOT NULL);

create view mailbox_contents as
 SELECT mailbox_id,
    messages,
    ( SELECT min(m.received_at) AS min
           FROM messages m
          WHERE (m.mailbox_id = c.mailbox_id)) AS oldest_received_at
   FROM message_counts c;

create view mailbox_owners as
 SELECT id,
    member_id,
    connected_at
   FROM mailboxes;

create view member_identities as
 SELECT id,
    email,
    role,
    settings,
    status,
    name
   FROM members;

create view message_threads as
 SELECT id,
    mailbox_id,
    thread_id,
    message_id_header,
    from_email,
    LEAST(received_at, written_at) AS dated_at
   FROM messages;

create view unfinished_executions as
 SELECT executions.id,
    executions.member_id,
    executions.workflow_id,
    executions.mailbox_id,
    executions.status,
    executions.created_at
   FROM executions
  WHERE ((executions.owner IS NULL) AND (NOT executions.held) AND (executions.status = ANY (ARRAY['queued'::text, 'running'::text])) AND (NOT executions.simulated))
UNION ALL
 SELECT executions.id,
    executions.member_id,
    executions.workflow_id,
    executions.mailbox_id,
    executions.status,
    executions.created_at
   FROM executions
  WHERE (executions.held AND (executions.status = 'queued'::text) AND (executions.owner IS NULL) AND (NOT executions.simulated))
UNION ALL
 SELECT executions.id,
    executions.member_id,
    executions.workflow_id,
    executions.mailbox_id,
    executions.status,
    executions.created_at
   FROM executions
  WHERE ((executions.owner IS NOT NULL) AND (NOT executions.simulated))
UNION ALL
 SELECT executions.id,
    executions.member_id,
    executions.workflow_id,
    executions.mailbox_id,
    executions.status,
    executions.created_at
   FROM executions
  WHERE ((executions.status = 'waiting'::text) AND (executions.owner IS NULL) AND (NOT executions.simulated));

create view worker_processes as
 SELECT id,
    started_at,
    process_is_alive(id) AS is_alive
   FROM processes
  WHERE ('worker'::text = ANY (roles));

create view workflow_concurrency as
 SELECT id AS workflow_id,
    max_concurrency,
    (paused_at IS NOT NULL) AS is_paused
   FROM workflows;

create view workflow_mails as
 SELECT outgoing_messages.id,
    outgoing_messages.member_id,
    outgoing_messages.mailbox_id,
    outgoing_messages.workflow_id,
    outgoing_messages.message_id,
    'draft'::text AS event,
    outgoing_messages.created_at AS at,
    outgoing_messages.created_at AS recorded_at
   FROM outgoing_messages
  WHERE ((outgoing_messages.origin = 'workflow'::text) AND (outgoing_messages.mode = 'draft'::text))
UNION ALL
 SELECT outgoing_messages.id,
    outgoing_messages.member_id,
    outgoing_messages.mailbox_id,
    outgoing_messages.workflow_id,
    outgoing_messages.message_id,
    'sent'::text AS event,
    outgoing_messages.sent_at AS at,
    COALESCE(outgoing_messages.found_at, outgoing_messages.sent_at) AS recorded_at
   FROM outgoing_messages
  WHERE ((outgoing_messages.origin = 'workflow'::text) AND (outgoing_messages.sent_at IS NOT NULL));

create view workflow_names as
 SELECT id AS workflow_id,
    name
   FROM workflows;

CREATE OR REPLACE FUNCTION public.ai_reserve(the_call uuid, the_process uuid, the_member uuid, the_workflow uuid, amount numeric)
 RETURNS text
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.authenticate_key(the_hash bytea, most_per_minute integer, times integer)
 RETURNS TABLE(key_id uuid, member_id uuid, email text, role text, settings jsonb, scopes text[], retry_after integer)
 LANGUAGE plpgsql
 ROWS 1
AS $function$
declare
  used timestamptz;
begin
  select k.id, m.id, m.email, m.role, m.settings, k.scopes, k.last_used_at
  into key_id, member_id, email, role, settings, scopes, used
  from api_keys k join member_identities m on m.id = k.member_id
  where k.token_hash = the_hash and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())
    and m.status = 'active';
  if not found then
    return;
  end if;
  retry_after := rate_take('key:' || key_id, most_per_minute, 60, times);
  if used is null or used < date_trunc('minute', now()) then
    update api_keys set last_used_at = date_trunc('minute', now()) where id = key_id;
  end if;
  return next;
end $function$;

CREATE OR REPLACE FUNCTION public.create_search_index(number bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  operators text;
begin
  select format('%I.gin_trgm_ops', n.nspname) into operators
  from pg_opclass o join pg_namespace n on n.oid = o.opcnamespace where o.opcname = 'gin_trgm_ops' limit 1;
  if operators is not null then
    execute format('create index t_%1$s_search on table_data.t_%1$s using gin (search %2$s)', number, operators);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.dashboard_merged(marks_a bigint[], upto_a bigint[], marks_b bigint[], upto_b bigint[])
 RETURNS TABLE(marks bigint[], upto bigint[])
 LANGUAGE sql
 IMMUTABLE ROWS 1
BEGIN ATOMIC
 SELECT array_agg(totals.mark ORDER BY totals.mark) AS array_agg,
     array_agg(totals.total ORDER BY totals.mark) AS array_agg
    FROM ( SELECT amounts.mark,
             (sum(sum(amounts.amount)) OVER (ORDER BY amounts.mark))::bigint AS total
            FROM ( SELECT a.mark,
                     (a.upto - lag(a.upto, 1, (0)::bigint) OVER (ORDER BY a.mark)) AS amount
                    FROM UNNEST(dashboard_merged.marks_a, dashboard_merged.upto_a) a(mark, upto)
                 UNION ALL
                  SELECT b.mark,
                     (b.upto - lag(b.upto, 1, (0)::bigint) OVER (ORDER BY b.mark))
                    FROM UNNEST(dashboard_merged.marks_b, dashboard_merged.upto_b) b(mark, upto)) amounts
           GROUP BY amounts.mark) totals;
END;

CREATE OR REPLACE FUNCTION public.iso_time(at timestamp with time zone)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
begin
  return to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
end
$function$;

CREATE OR REPLACE FUNCTION public.llm_exchange(the_connection uuid, the_process uuid, in_use integer, want integer, is_healthy boolean, is_forced boolean, OUT granted integer, OUT wait_ms integer, OUT is_open boolean, OUT has_closed boolean)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
declare
  at_time timestamptz;
  g llm_gates;
  most integer;
  per_minute integer;
  others_held integer;
  others_wanted integer;
  sharers integer;
  room integer;
  wait_seconds integer;
begin
  granted := 0;
  is_open := false;
  has_closed := false;
  select * into g from llm_gates where connection_id = the_connection for update;
  if not found then
    is_open := want > 0;
    return;
  end if;
  at_time := clock_timestamp();
  select max_concurrency, max_per_minute into most, per_minute from llm_connections where id = the_connection;

  if is_healthy and (g.failures > 0 or g.opened_at is not null) then
    has_closed := g.opened_at is not null;
    update llm_gates set failures = 0, opened_at = null, openings = 0, retry_at = null, probe_until = null, reason = null
    where connection_id = the_connection returning * into g;
  end if;

  select coalesce(sum(held), 0), coalesce(sum(wanted), 0), count(*) filter (where held > 0 or wanted > 0)
  into others_held, others_wanted, sharers
  from llm_slots
  where connection_id = the_connection and process_id <> the_process and process_is_alive(process_id);

  if want > 0 then
    if g.opened_at is not null and not is_forced then
      -- Half open: one call at a time finds out whether the provider works again.
      is_open := true;
      if g.retry_at <= at_time and (g.probe_until is null or g.probe_until <= at_time) then
        update llm_gates set probe_until = at_time + interval '2 minutes' where connection_id = the_connection;
        granted := 1;
      else
        wait_ms := 1000 + greatest(0, extract(epoch from g.retry_at - at_time) * 1000);
      end if;
      want := granted;
    elsif g.paused_until > at_time then
      wait_ms := ceil(extract(epoch from g.paused_until - at_time) * 1000);
    else
      room := most - others_held - in_use;
      -- While others wait, no process takes more than its share.
      if others_wanted > 0 then
        room := least(room, greatest(1, ceil(most::numeric / (sharers + 1))::integer) - in_use);
      end if;
      granted := greatest(0, least(want, room));
      if per_minute is not null and granted > 0 then
        wait_seconds := rate_take('llm:' || the_connection, per_minute, 60, granted);
        if wait_seconds > 0 then
          room := granted;
          granted := 0;
          loop
            wait_seconds := rate_take('llm:' || the_connection, per_minute, 60, 1);
            exit when wait_seconds > 0 or granted = room;
            granted := granted + 1;
          end loop;
          wait_ms := wait_seconds * 1000;
        end if;
      end if;
    end if;
  end if;

  insert into llm_slots as s (connection_id, process_id, held, wanted)
  values (the_connection, the_process, in_use + granted, greatest(0, want - granted))
  on conflict (connection_id, process_id) do update set held = excluded.held, wanted = excluded.wanted;
  if others_wanted > 0 and (has_closed or others_held + in_use + granted < most) then
    perform pg_notify('llm_slots', the_connection::text);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.lock_mailboxes(the_ids uuid[])
 RETURNS SETOF uuid
 LANGUAGE sql
BEGIN ATOMIC
 SELECT mailboxes.id
    FROM mailboxes
   WHERE (mailboxes.id = ANY (lock_mailboxes.the_ids))
   ORDER BY mailboxes.id
  FOR NO KEY UPDATE OF mailboxes;
END;

CREATE OR REPLACE FUNCTION public.lock_own_mailbox(the_mailbox uuid, the_member uuid)
 RETURNS SETOF uuid
 LANGUAGE sql
 ROWS 1
BEGIN ATOMIC
 SELECT mailboxes.id
    FROM mailboxes
   WHERE ((mailboxes.id = lock_own_mailbox.the_mailbox) AND (mailboxes.member_id = lock_own_mailbox.the_member))
  FOR NO KEY UPDATE OF mailboxes;
END;

CREATE OR REPLACE FUNCTION public.message_keys(folder_key text, role text, labels text[], flagged boolean)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case
    when role in ('trash', 'spam') then folder_key || array_remove(labels, folder_key)
    when role = 'all' then array['all'] || labels || case when flagged then array['starred'] else '{}' end
    else array['all', folder_key] || array_remove(labels, folder_key)
      || case when flagged then array['starred'] else '{}' end
  end
$function$;

CREATE OR REPLACE FUNCTION public.process_is_alive(process_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN (EXISTS (SELECT FROM processes WHERE ((processes.id = process_is_alive.process_id) AND (processes.heartbeat_at > (now() - '00:00:10'::interval)))));

CREATE OR REPLACE FUNCTION public.rate_take(the_bucket text, most integer, window_seconds integer, amount integer DEFAULT 1)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare
  slot_seconds constant double precision := window_seconds / 60.0;
  at_second constant double precision := extract(epoch from clock_timestamp());
  now_slot bigint := floor(at_second / slot_seconds);
  w rate_windows;
  taken integer;
  excess integer;
begin
  select * into w from rate_windows where bucket = the_bucket for update;
  if not found then
    insert into rate_windows (bucket, head, slots) values (the_bucket, now_slot, array_fill(0, array[61]))
    on conflict (bucket) do nothing;
    select * into w from rate_windows where bucket = the_bucket for update;
  end if;
  if w.head > now_slot + 1 then
    select sum(n) into taken from unnest(w.slots) n;
    w.slots := array_fill(0, array[61]);
    w.slots[now_slot % 61 + 1] := taken;
    w.head := now_slot;
    update rate_windows set head = w.head, slots = w.slots, touched_at = now() where bucket = the_bucket;
  end if;
  now_slot := greatest(now_slot, w.head);
  if now_slot - w.head > 60 then
    w.slots := array_fill(0, array[61]);
  else
    for i in w.head + 1 .. now_slot loop
      w.slots[i % 61 + 1] := 0;
    end loop;
  end if;
  select sum(n) into taken from unnest(w.slots) n;
  excess := taken + amount - most;
  if excess > 0 then
    for i in now_slot - 60 .. now_slot loop
      excess := excess - w.slots[i % 61 + 1];
      if excess <= 0 then
        return greatest(1, ceil((i + 61) * slot_seconds - at_second));
      end if;
    end loop;
    return window_seconds;
  end if;
  w.slots[now_slot % 61 + 1] := w.slots[now_slot % 61 + 1] + amount;
  update rate_windows set head = now_slot, slots = w.slots, touched_at = now() where bucket = the_bucket;
  return 0;
end $function$;

CREATE OR REPLACE FUNCTION public.sending_is_on(the_mailbox uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN ((NOT (EXISTS (SELECT FROM sending_switches WHERE ((NOT sending_switches.enabled) AND ((sending_switches.mailbox_id IS NULL) OR (sending_switches.mailbox_id = sending_is_on.the_mailbox)))))) AND (NOT (EXISTS (SELECT FROM (mailbox_owners o JOIN member_identities m ON ((m.id = o.member_id))) WHERE ((o.id = sending_is_on.the_mailbox) AND (m.status = 'suspended'::text))))));

CREATE OR REPLACE FUNCTION public.table_key(value text)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$ select sha256(convert_to(value, 'UTF8')) $function$;

