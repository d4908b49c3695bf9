const idsOf = (value: unknown): string[] => (Array.isArray(value) ? value : [value]).map(String)

export type StatementKind = 'get_job' | 'complete_job' | 'fail_job' | 'return_job' | 'other'

/** By the names the library gives: `get_job500/graphile_worker`, `complete_jobs/…`, `fail_job_q/…`. */
export function kindOf(name = ''): StatementKind {
  const kinds: StatementKind[] = ['get_job', 'complete_job', 'fail_job', 'return_job']
  return kinds.find((kind) => name.startsWith(kind)) ?? 'other'
}

/** The jobs that a statement is about, by its parameters. */
export function jobsOf(kind: StatementKind, values: unknown[]): string[] {
  if (kind === 'complete_job') return idsOf(values[0])
  if (kind === 'return_job') return idsOf(values[1])
  if (kind !== 'fail_job') return []
  return JSON.parse(String(values[1])).map((failed: { jobId: unknown }) => String(failed.jobId))
}

/** Which jobs the worker knows it holds, read off the statements that were answered. */
export function createHoldings() {
  const held = new Set<string>()
  return {
    list: () => [...held],
    note(kind: StatementKind, values: unknown[], rows: { id: unknown }[]) {
      if (kind === 'get_job') for (const row of rows) held.add(String(row.id))
      for (const id of jobsOf(kind, values)) held.delete(id)
    },
  }
}
