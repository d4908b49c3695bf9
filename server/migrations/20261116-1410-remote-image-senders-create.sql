-- Senders whose remote images a member wants to see without being asked.
create table remote_image_senders (
  id uuid primary key,
  member_id uuid not null references members (id),
  -- In lower case.
  email text not null,
  created_at timestamptz(3) not null default now(),
  constraint remote_image_senders_key unique (member_id, email)
);
