import type { Job } from '../../platform/jobs/define-job.ts'

/** The job that generates a report; the slice binds `run`. */
export const reportJob = { name: 'analyzer.report', maxAttempts: 5 } satisfies Partial<
  Job<{ reportId: string }>
>
