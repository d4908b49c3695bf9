-- Whole lists are read for every median: decompressing them would take longer than everything else.
alter table dashboard_durations alter column marks set storage external, alter column upto set storage external;

-- With the subject as a column to search by, it was used in place of the primary key, at many times the cost.
drop index dashboard_days_of_member;
create index dashboard_days_of_member on dashboard_days (source, level, member_id, day)
  include (subject, measure, total);
