-- Whether a version has proven to kill processes is asked for every claim after a crash.
create index executions_crashed on executions (version_id, created_at)
  where status = 'failed' and error ->> 'code' = 'execution.crashed';
