-- Who is refreshing the access token: one process at a time, without a transaction that waits for the provider.
alter table mailboxes
  add column refresh_claim uuid,
  add column refresh_claimed_at timestamptz(3);
