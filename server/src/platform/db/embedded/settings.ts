/**
 * Defaults for a small machine (two cores, an SSD, 2 GB or more) that runs Mailwright and PostgreSQL together.
 * Durability is complete (fsync, synchronous_commit): a committed mail is never lost to a power cut.
 */
const defaultSettings: Record<string, string> = {
  max_connections: '100',
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  random_page_cost: '1.1',
  jit: 'off',
  // Docker gives /dev/shm 64 MB, which one parallel hash join can exhaust; two cores gain little from it.
  max_parallel_workers_per_gather: '0',
  max_logical_replication_workers: '0',

  fsync: 'on',
  synchronous_commit: 'on',
  wal_compression: 'on',
  // Without it Linux wrote 380 MB at once after 30 seconds of very many webhook calls, and commits waited up to 200 ms.
  backend_flush_after: '256kB',
  // Zero-filling each new WAL file blocked all writers for 30 ms; recycled files avoid it.
  wal_init_zero: 'off',
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  checkpoint_completion_target: '0.9',

  // Job and outbox tables have a high turnover: vacuum early and often, but slowly, since on two cores a vacuum of a large
  // table delays requests. An analysis costs much more, and need not be as frequent.
  autovacuum_max_workers: '2',
  autovacuum_naptime: '20s',
  autovacuum_vacuum_scale_factor: '0.05',
  autovacuum_analyze_scale_factor: '0.2',
  autovacuum_vacuum_cost_limit: '200',
  autovacuum_vacuum_cost_delay: '10ms',

  TimeZone: 'UTC',
  log_timezone: 'UTC',
  log_destination: 'stderr',
  logging_collector: 'off',
  log_checkpoints: 'off',
  // The caller's logger adds the time.
  log_line_prefix: '[%p] ',
}

export function serverArguments(
  directory: string,
  socketDir: string,
  settings: Record<string, string>,
): string[] {
  const all: Record<string, string> = {
    ...defaultSettings,
    listen_addresses: '',
    ...settings,
    // The url for callers depends on these two.
    port: '5432',
    unix_socket_directories: socketDir,
  }
  return ['-D', directory, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}
