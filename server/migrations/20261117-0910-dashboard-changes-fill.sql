-- Days that were counted before they had versions. A day without one has nothing counted, and is never read.
insert into dashboard_changes (source, day)
select distinct source, day from dashboard_days
on conflict (source, day) do nothing;
