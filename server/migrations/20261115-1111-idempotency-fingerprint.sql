-- A body may hold a password: its hash must not be open to guessing. The fingerprint is keyed with a key that is not
-- in the database (key_id names it), or salted where the instance has none.
alter table idempotency_keys
  alter column body_hash drop not null,
  add column hash_key_id text,
  add column hash_salt bytea;

-- What was remembered stays remembered, without the plain hashes: it counts as the same body.
update idempotency_keys set body_hash = null;
