-- Where members have signed in from: an address or a browser, as a hash. The limit of failures per account does not apply
-- to them, so that nobody can lock a member out.
create table sign_in_sources (
  member_id uuid not null references members (id) on delete cascade,
  source bytea not null,
  last_used_at timestamptz(3) not null default now(),
  primary key (member_id, source)
);
create index sign_in_sources_used on sign_in_sources (last_used_at);

insert into sign_in_sources (member_id, source, last_used_at)
select member_id, sha256(convert_to('address ' || ip, 'UTF8')), max(last_seen_at)
from sessions where ip ~ '^[0-9.]+$' group by member_id, ip;
