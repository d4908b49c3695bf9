-- The schema as the migrations leave it. Written by a script: change a migration, not this file.

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

create table idempotency_keys (
  member_id uuid not null,
  method text not null,
  path text not null,
  key text not null,
  body_hash bytea not null,
  claim uuid,
  process_id uuid,
  status smallint,
  reply text,
  created_at timestamp(3) with time zone not null default now(),
  constraint idempotency_keys_pkey PRIMARY KEY (member_id, method, path, key),
  constraint idempotency_keys_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id)
);
CREATE INDEX idempotency_keys_age ON public.idempotency_keys USING btree (created_at);

create table incidents (
  id uuid not null,
  member_id uuid not null,
  execution_id uuid not null,
  workflow_id uuid not null,
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
  constraint notifications_dedupe_key UNIQUE (member_id, dedupe_key),
  constraint notifications_pkey PRIMARY KEY (id),
  constraint notifications_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id),
  constraint notifications_severity_check CHECK ((severity = ANY (ARRAY['info'::text, 'warning'::text, 'error'::text])))
);
CREATE INDEX notifications_age ON public.notifications USING btree (created_at);
CREATE INDEX notifications_newest ON public.notifications USING btree (member_id, created_at DESC, id DESC) WHERE (archived_at IS NULL);
CREATE INDEX notifications_unread ON public.notifications USING btree (member_id) WHERE ((archived_at IS NULL) AND (read_at IS NULL));

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
  from api_keys k join members m on m.id = k.member_id
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

