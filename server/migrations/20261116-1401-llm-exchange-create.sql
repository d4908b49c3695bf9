-- What a process asks for when calls end or begin: it has `in_use` calls in progress and would like `want` more.
-- The numbers are absolute, so that a lost answer corrects itself with the next question.
--
-- granted: how many may begin. wait_ms: ask again after that time, because of the rate limit or of a pause that the
-- provider asked for; null when only the end of a call helps. is_open: the circuit is open, whoever waits must give up.
create function llm_exchange(
  the_connection uuid, the_process uuid, in_use integer, want integer, is_healthy boolean, is_forced boolean,
  out granted integer, out wait_ms integer, out is_open boolean, out has_closed boolean
) language plpgsql as $$
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
end $$;
