-- Recipients for whom the server has taken the mail. Where it said "later" for others, these are tried again, and
-- those who have it never.
alter table outgoing_messages add column delivered text[] not null default '{}';
