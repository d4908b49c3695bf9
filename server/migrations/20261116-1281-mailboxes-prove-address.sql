-- Whether the member has shown that the address is theirs, and did not only type it. Addresses of others count as ours
-- only if they are proven. Mailboxes that exist already are judged by what is stored of their connection.
alter table mailboxes add column address_proven boolean not null default false;
update mailboxes set address_proven = provider <> 'imap' or (
  lower(servers ->> 'username') = lower(address)
  and not coalesce((servers ->> 'allowInvalidCertificate')::boolean, false)
  and '.' || lower(servers -> 'imap' ->> 'host') like '%.' || lower(replace(split_part(address, '@', 2), '_', '\_')));
