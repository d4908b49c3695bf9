-- Lists of hours are kept for the organisation and its members only; nothing looks for them by their time.
drop index dashboard_durations_hours;
-- AI calls have one row for each model and purpose.
delete from dashboard_days where source like 'ai%';
update dashboard_progress set counted_until = coalesce((select min(created_at) from ai_usage), now())
where source = 'ai';
