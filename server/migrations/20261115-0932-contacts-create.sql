create table contacts (
  id uuid primary key,
  member_id uuid not null references members (id),
  email text not null,
  name text,
  notes text,
  signature_id uuid references signatures (id) on delete set null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create unique index contacts_member_email_key on contacts (member_id, lower(email));
create index contacts_newest on contacts (member_id, created_at desc, id desc);
create index contacts_signature on contacts (signature_id);
