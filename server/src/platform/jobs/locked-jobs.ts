const idsOf = (value: unknown): string[] => (Array.isArray(value) ? value : [value]).map(String)

export type StatementKind = 'get_job' | 'complete_job' | 'fail_job' | 'return_job' | 'other'

/** By the library's statement names: `get_job500/graphile_worker`, `complete_jobs/…`, `fail_job_q/…`. */
export function statementKindOf(name = ''): StatementKind {
  const kinds: StatementKind[] = ['get_job', 'complete_job', 'fail_job', 'return_job']
  return kinds.find((kind) => name.startsWith(kind)) ?? 'other'
}

/** The ids of a statement's jobs, from its parameters. */
export function jobIdsOf(kind: StatementKind, values: unknown[]): string[] {
  if (kind === 'complete_job') return idsOf(values[0])
  if (kind === 'return_job') return idsOf(values[1])
  if (kind !== 'fail_job') return []
  return JSON.parse(String(values[1])).map((failed: { jobId: unknown }) => String(failed.jobId))
}

/** Tracks which jobs the worker knows it has locked, by the statements that returned. */
export function createLockedJobs() {
  const locked = new Set<string>()
  return {
    list: () => [...locked],
    record(kind: StatementKind, values: unknown[], rows: { id: unknown }[]) {
      if (kind === 'get_job') for (const row of rows) locked.add(String(row.id))
      for (const id of jobIdsOf(kind, values)) locked.delete(id)
    },
  }
}
