create table api_keys (
  id uuid primary key,
  member_id uuid not null references members (id),
  name text not null,
  prefix text not null,
  token_hash bytea not null,
  scopes text[] not null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3),
  last_used_at timestamptz(3),
  revoked_at timestamptz(3)
);
create unique index api_keys_token_key on api_keys (token_hash);
create index api_keys_member on api_keys (member_id, created_at desc);

-- Who a key speaks for, and whether it may speak `times` times now: `retry_after` is 0, or the seconds to wait.
create function authenticate_key(the_hash bytea, most_per_minute integer, times integer)
returns table (key_id uuid, member_id uuid, email text, role text, settings jsonb, scopes text[], retry_after integer)
language plpgsql rows 1 as $$
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
end $$;
