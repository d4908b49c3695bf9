create table sessions (
  id uuid primary key,
  member_id uuid not null references members (id),
  token_hash bytea not null,
  ip text,
  user_agent text,
  created_at timestamptz(3) not null default now(),
  last_seen_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null
);
create unique index sessions_token_key on sessions (token_hash);
create index sessions_member on sessions (member_id);
create index sessions_expiry on sessions (expires_at);

-- Links printed at start while no member exists.
create table setup_tokens (
  token_hash bytea primary key,
  created_at timestamptz(3) not null default now()
);

-- Who a session speaks for; no row when it has ended, was idle for too long or its member is suspended.
-- The time of last use is written once a minute.
create function authenticate_session(the_hash bytea, most_idle interval)
returns table (session_id uuid, member_id uuid, email text, role text, settings jsonb)
language plpgsql rows 1 as $$
declare
  seen timestamptz;
begin
  select s.id, m.id, m.email, m.role, m.settings, s.last_seen_at
  into session_id, member_id, email, role, settings, seen
  from sessions s join members m on m.id = s.member_id
  where s.token_hash = the_hash and s.expires_at > now() and s.last_seen_at > now() - most_idle
    and m.status = 'active';
  if not found then
    return;
  end if;
  if seen < now() - interval '1 minute' then
    update sessions set last_seen_at = now() where id = session_id;
  end if;
  return next;
end $$;
