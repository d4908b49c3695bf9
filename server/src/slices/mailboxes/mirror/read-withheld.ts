import {
  completeMessage,
  type MirroredFolder,
  releaseWithheld,
  returnWithheld,
  takeWithheld,
} from '../../messages/index.ts'
import { fetchEach, hasSameUids, type MirrorContext } from './context.ts'
import { toLabelKeys } from './labels.ts'
import { createParseStream, type ReadMessage } from './parse-stream.ts'
import { toNewMessage } from './to-new-message.ts'

async function readAlone(
  context: MirrorContext,
  folder: MirroredFolder,
  uid: number,
): Promise<ReadMessage | undefined> {
  const remote = await context.open(folder)
  if (!hasSameUids(folder, remote)) return undefined
  const { limits, parse, signal } = context
  const read: ReadMessage[] = []
  const onBatch = async (batch: ReadMessage[]) => void read.push(...batch)
  const stream = createParseStream({ bytes: limits.bytes, parse, onBatch, signal })
  await fetchEach(context, remote, [uid], stream.add)
  return [...read, ...(await stream.rest())][0]
}

/**
 * Reads the messages again that were stored without their bodies. Something else may have killed the process while it
 * read them: a process that has been well for a while shows it.
 */
export async function readWithheld(context: MirrorContext, folders: MirroredFolder[]): Promise<void> {
  // The age of the process.
  if (performance.now() < context.calmMs) return
  for (;;) {
    context.signal.throwIfAborted()
    const found = await context.write((db) => takeWithheld(db, context.mailboxId))
    if (!found) return
    const folder = folders.find(({ id }) => id === found.folderId)
    try {
      const read = folder && (await readAlone(context, folder, found.uid))
      if (!read) continue
      const message = toNewMessage(context.mailboxId, folder, read.fetched, read.parsed, toLabelKeys([]))
      await context.write(async (db) => {
        await completeMessage(db, found, message)
        await releaseWithheld(db, found.id)
        context.publishUpdated(db, [found.id])
      })
    } catch (error) {
      await returnWithheld(context.db, found.id).catch(() => undefined)
      throw error
    }
  }
}
