-- Bytes of an uploaded file may stand in an object store: then the row has none.
alter table uploaded_files alter column content drop not null;

-- Every object that was begun, written down before it: one whose file was never stored, or is gone, is found here
-- and removed from the store.
create table uploaded_objects (
  id uuid primary key,
  created_at timestamptz(3) not null default now()
);
create index uploaded_objects_created on uploaded_objects (created_at);
