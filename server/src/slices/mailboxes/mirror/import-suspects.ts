import type { Db } from '../../../platform/db/database.ts'
import { withholdMessage } from '../../messages/index.ts'
import { beginAttempt, endAttempt, undoAttempt } from './attempts.store.ts'
import { fetchEach, type MirrorContext, maxBytes, type SliceImport } from './context.ts'
import { createParseStream, type ReadMessage } from './parse-stream.ts'

/** How many messages are read one by one after a process died: more than were in progress at once. */
export const suspectCount = 500
// A message that was being read alone when the process died, twice, is stored without its body and read again later.
const maxDeaths = 2

type Store = (read: ReadMessage[], after: (db: Db) => Promise<unknown>) => Promise<void>

/** Reads one message alone, so that it is known which one was being read if the process dies. */
async function importSuspect(
  context: MirrorContext,
  { folder, remote }: SliceImport,
  uid: number,
  store: Store,
) {
  const { db, mailboxId, limits, parse, signal } = context
  const place = { mailboxId, folderId: folder.id, uid }
  const isLethal = (await beginAttempt(db, place)) > maxDeaths
  try {
    const read: ReadMessage[] = []
    const onBatch = async (batch: ReadMessage[]) => void read.push(...batch)
    const stream = createParseStream({ bytes: limits.bytes, parse, onBatch, signal })
    await fetchEach(context, remote, [uid], stream.add, isLethal ? 0 : maxBytes)
    await store([...read, ...(await stream.rest())], async (tx) => {
      await endAttempt(tx, place)
      if (!isLethal) return
      await withholdMessage(tx, folder.id, uid)
      await context.reportLethal(tx, uid)
    })
  } catch (error) {
    await undoAttempt(db, place).catch(() => undefined)
    throw error
  }
}

/** Imports the messages of a slice one by one. The progress of the folder is saved after the last one. */
export async function importSuspects(
  context: MirrorContext,
  incoming: SliceImport,
  slice: number[],
  store: Store,
) {
  for (const uid of slice) {
    context.signal.throwIfAborted()
    await importSuspect(context, incoming, uid, store)
  }
  await store([], (tx) => incoming.after(tx, slice))
  context.suspects.left -= slice.length
}
