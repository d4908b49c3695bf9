-- What owners of tables publish to the rest of the code: others read these views and never the tables behind them.

-- Worker processes, living or not.
create view worker_processes as
  select id, started_at, process_is_alive(id) as is_alive from processes where 'worker' = any (roles);

create view member_identities as select id, email, role, settings, status from members;

create view mailbox_owners as select id, member_id, connected_at from mailboxes;

-- Locks on mailboxes come from functions: `for update` on a view would lock rows before the conditions of a join and the
-- order of the statement apply. Rows are locked in the order of their ids, so that two callers never deadlock.
create function lock_mailboxes(the_ids uuid[]) returns setof uuid
  language sql
  begin atomic
    select id from mailboxes where id = any (the_ids) order by id for no key update;
  end;

-- No row: the mailbox is not the member's.
create function lock_own_mailbox(the_mailbox uuid, the_member uuid) returns setof uuid
  language sql rows 1
  begin atomic
    select id from mailboxes where id = the_mailbox and member_id = the_member for no key update;
  end;

create view folder_syncs as select mailbox_id, role, label, synced_at from folders;

-- Reads members through their view; otherwise unchanged.
create or replace function authenticate_key(the_hash bytea, most_per_minute integer, times integer)
  returns table (key_id uuid, member_id uuid, email text, role text, settings jsonb, scopes text[], retry_after integer)
  language plpgsql rows 1 as $$
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
end $$;
