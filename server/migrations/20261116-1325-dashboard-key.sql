-- All that a reply asks for comes first: PostgreSQL 18 would otherwise look for each measure on its own.
alter table dashboard_days drop constraint dashboard_days_pkey,
  add primary key (source, level, subject, mailbox_id, day, measure, detail, member_id);
