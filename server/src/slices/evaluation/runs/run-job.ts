import { createHash } from 'node:crypto'
import type { Db } from '../../../platform/db/database.ts'
import { addJob } from '../../../platform/jobs/add-job.ts'

/** Works on some cases of a member's oldest run; the slice binds `run`. */
export const evaluationJob = { name: 'evaluation.work', maxAttempts: 25 }
export type EvaluationPayload = { memberId: string }

const queues = 4

/**
 * Adds the job of a member unless it is pending. A member has one, so that many runs of one do not delay those of
 * others; and only a few run at once, so that they leave room for other jobs.
 */
export const addWork = (db: Db, memberId: string) =>
  addJob(db, evaluationJob, { memberId } satisfies EvaluationPayload, {
    key: `evaluation ${memberId}`,
    queue: `evaluation ${(createHash('sha256').update(memberId).digest()[0] ?? 0) % queues}`,
  })
