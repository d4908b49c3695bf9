import type { Db } from '../../platform/db/database.ts'
import { fault } from '../../platform/errors/app-error.ts'
import type { Caller } from '../../platform/http/call.ts'
import { toThread } from './list-threads.ts'
import { type Sanitise, toDetails } from './message-detail.ts'
import { findMessagesOfThread } from './messages.store.ts'
import { findThread, findThreadVersion } from './threads.store.ts'

async function findWhole(db: Db, memberId: string, id: string) {
  const [thread, rows] = await Promise.all([
    findThread(db, memberId, id),
    findMessagesOfThread(db, memberId, id),
  ])
  if (!thread) throw fault('request.not_found')
  return { thread, rows, version: [thread, ...rows].map((row) => row.version).join() }
}

/** How a thread is read and shown; to clean the HTML of its messages takes most of the time. */
export const threadSteps = (db: Db, { memberId }: Caller, id: string, sanitise: Sanitise) => ({
  readVersion: async () => ({ version: (await findThreadVersion(db, memberId, id))?.version }),
  read: () => findWhole(db, memberId, id),
  finish: async ({ thread, rows }: Awaited<ReturnType<typeof findWhole>>) => ({
    thread: toThread(thread),
    messages: await toDetails(rows, sanitise),
  }),
})
