import type { Db } from '../../platform/db/database.ts'
import { addJob, addJobs } from '../../platform/jobs/add-job.ts'
import type { Job, Payload } from '../../platform/jobs/define-job.ts'

// The jobs of this slice as those know them who only add them: what they do is said where they are defined.
const named = <P extends Payload>(name: string, maxAttempts: number): Job<P> => ({
  name,
  maxAttempts,
  run: () => Promise.reject(new Error(`${name} is only a name here`)),
})

export const jobs = {
  deliver: named<{ id: string }>('sending.deliver', 25),
  /** `look` counts from 0. */
  lookUp: named<{ id: string; look: number }>('sending.look-up', 10),
  saveCopy: named<{ id: string; look: number }>('sending.save-copy', 10),
}

const after = (ms: number) => new Date(Date.now() + ms)
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
const looksForUnknown = [1 * minute, 4 * minute, 25 * minute]
export const isLastLook = (look: number) => look >= looksForUnknown.length - 1

export const scheduleLookUp = (db: Db, id: string, look: number) =>
  addJob(db, jobs.lookUp, { id, look }, { key: `look-up ${id}`, runAt: after(looksForUnknown[look] ?? 0) })

export const scheduleCopy = (db: Db, id: string, look: number, delayMs: number) =>
  addJob(db, jobs.saveCopy, { id, look }, { key: `sent-copy ${id}`, runAt: after(delayMs) })
