import type { Db } from '../../platform/db/database.ts'
import { addJob, addJobs } from '../../platform/jobs/add-job.ts'
import type { Job, Payload } from '../../platform/jobs/define-job.ts'

// Declarations for code that only adds jobs; `sending.jobs.ts` defines what they do. This avoids an import cycle.
const declareJob = <P extends Payload>(name: string, maxAttempts: number): Job<P> => ({
  name,
  maxAttempts,
  run: () => Promise.reject(new Error(`${name} is only declared here`)),
})

export const jobs = {
  deliver: declareJob<{ id: string }>('sending.deliver', 25),
  /** `look` is the number of the search, from 0. Queued jobs carry this name. */
  lookUp: declareJob<{ id: string; look: number }>('sending.look-up', 10),
  saveCopy: declareJob<{ id: string; look: number }>('sending.save-copy', 10),
}

const fromNow = (ms: number) => new Date(Date.now() + ms)
const keyOf = (id: string) => `deliver ${id}`

/** Each item has at most one job; scheduling again replaces the time. */
export const scheduleDelivery = (db: Db, id: string, sendAfter: string) =>
  addJob(db, jobs.deliver, { id }, { key: keyOf(id), runAt: new Date(sendAfter) })

export const scheduleDeliveries = (db: Db, items: { id: string; sendAfter: string }[]) =>
  addJobs(
    db,
    jobs.deliver,
    items.map(({ id, sendAfter }) => ({ payload: { id }, key: keyOf(id), runAt: new Date(sendAfter) })),
  )

const minuteMs = 60_000
/** The delay before each search. */
const lookUpDelaysMs = [1 * minuteMs, 4 * minuteMs, 25 * minuteMs]
export const isLastLookUp = (look: number) => look >= lookUpDelaysMs.length - 1

export const scheduleLookUp = (db: Db, id: string, look: number) =>
  addJob(db, jobs.lookUp, { id, look }, { key: `look-up ${id}`, runAt: fromNow(lookUpDelaysMs[look] ?? 0) })

export const scheduleCopy = (db: Db, id: string, look: number, delayMs: number) =>
  addJob(db, jobs.saveCopy, { id, look }, { key: `sent-copy ${id}`, runAt: fromNow(delayMs) })
