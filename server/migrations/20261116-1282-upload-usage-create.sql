-- The bytes of each member's uploaded files. Written by the statement that adds or deletes files, so that a quota can be
-- checked without adding them up, and parallel uploads cannot exceed it together.
create table upload_usage (
  member_id uuid primary key references members (id) on delete cascade,
  bytes bigint not null check (bytes >= 0)
);
insert into upload_usage (member_id, bytes) select member_id, sum(size) from uploaded_files group by 1;
