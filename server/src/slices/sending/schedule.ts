import type { Db } from '../../platform/db/database.ts'
import { addJob, addJobs } from '../../platform/jobs/add-job.ts'
import type { Job, Payload } from '../../platform/jobs/define-job.ts'

// The jobs of this slice as those know them who only add them: what they do is said where they are defined.
const declareJob = <P extends Payload>(name: string, maxAttempts: number): Job<P> => ({
  name,
  maxAttempts,
  run: () => Promise.reject(new Error(`${name} is only a name here`)),
})

export const jobs = {
  deliver: declareJob<{ id: string }>('sending.deliver', 25),
  /** `look` counts from 0. */
  lookUp: declareJob<{ id: string; look: number }>('sending.look-up', 10),
  saveCopy: declareJob<{ id: string; look: number }>('sending.save-copy', 10),
}

const fromNow = (ms: number) => new Date(Date.now() + ms)
const keyOf = (id: string) => `deliver ${id}`

/** One job an item: another time takes the place of the one before. */
export const scheduleDelivery = (db: Db, id: string, sendAfter: string) =>
  addJob(db, jobs.deliver, { id }, { key: keyOf(id), runAt: new Date(sendAfter) })

export const scheduleDeliveries = (db: Db, items: { id: string; sendAfter: string }[]) =>
  addJobs(
    db,
    jobs.deliver,
    items.map(({ id, sendAfter }) => ({ payload: { id }, key: keyOf(id), runAt: new Date(sendAfter) })),
  )

const minute = 60_000
/** How long after the one before each look comes. */
const lookUpDelaysMs = [1 * minute, 4 * minute, 25 * minute]
export const isLastLookUp = (look: number) => look >= lookUpDelaysMs.length - 1

export const scheduleLookUp = (db: Db, id: string, look: number) =>
  addJob(db, jobs.lookUp, { id, look }, { key: `look-up ${id}`, runAt: fromNow(lookUpDelaysMs[look] ?? 0) })

export const scheduleCopy = (db: Db, id: string, look: number, delayMs: number) =>
  addJob(db, jobs.saveCopy, { id, look }, { key: `sent-copy ${id}`, runAt: fromNow(delayMs) })
