-- How often a process died while it held a job: running, or fetched and not yet started.
create table job_crashes (
  job_id bigint primary key,
  crashes smallint not null
);
