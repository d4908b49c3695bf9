-- Where the secret may be sent: origins, each with an optional path. Without any, an organisation's connection cannot be
-- used, and a member's own can be sent anywhere.
alter table connections add column origins text[] not null default '{}';
