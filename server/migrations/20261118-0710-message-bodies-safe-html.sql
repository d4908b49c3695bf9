-- The HTML of a short message as it is shown, sanitised when the message was parsed, and the version of the sanitiser.
-- Everything else is sanitised when it is read.
alter table message_bodies
  -- Texts that are not compressed take 1.6 times the space, but 0.1 ms less to store, and a thread of thirty messages
  -- 0.5 ms less to read.
  set (toast_tuple_target = 8160),
  add column safe_html text,
  add column safe_version smallint,
  add column has_remote_images boolean not null default false,
  alter column safe_html set statistics 0,
  alter column safe_version set statistics 0,
  alter column has_remote_images set statistics 0;
