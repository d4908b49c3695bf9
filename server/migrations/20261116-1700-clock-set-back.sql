-- When `next_at` was computed. A time in the future shows that the clock was set back since.
alter table workflow_triggers add column next_set_at timestamptz(3) not null default now();
create index workflow_triggers_next_set on workflow_triggers (next_set_at) where next_at is not null;

-- As before, except after the clock was set back: what the window holds then counts as taken now, so that nobody waits
-- longer than one window.
create or replace function rate_take(the_bucket text, most integer, window_seconds integer, amount integer default 1)
returns integer language plpgsql as $$
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
end $$;
