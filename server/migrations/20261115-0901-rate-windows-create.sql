-- Sliding windows shared by every process. A window is cut into sixty slots and one more, so that what is
-- counted never spans less than the window. Unlogged: after a crash of the server all windows start anew.
create unlogged table rate_windows (
  bucket text primary key,
  head bigint not null,
  slots integer[] not null,
  touched_at timestamptz(3) not null default now()
);

-- Takes `amount` from the bucket: 0 when there was room, else the seconds until there is.
create function rate_take(the_bucket text, most integer, window_seconds integer, amount integer default 1)
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
