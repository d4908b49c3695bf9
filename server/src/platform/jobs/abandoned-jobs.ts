import type { Job } from './define-job.ts'

/** A job that is not run again because its process died once too often. */
export type AbandonedJob = { jobId: string; task: string; attempts: number }

export const reportTask = 'jobs.report-abandoned'

/** The job that reports an abandoned one; whoever reports binds `run`. */
export const abandonedJobReport = { name: reportTask, maxAttempts: 5 } satisfies Partial<Job<AbandonedJob>>
