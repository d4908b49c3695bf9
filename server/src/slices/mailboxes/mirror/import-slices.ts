import type { Db } from '../../../platform/db/database.ts'
import { fetchEach, type MirrorContext, type SliceImport } from './context.ts'
import { importSuspects } from './import-suspects.ts'
import { createParseStream, type ReadMessage } from './parse-stream.ts'
import { createPipeline } from './pipeline.ts'

const noProgress = async () => undefined

/** Imports slices as a pipeline: while one is stored, the next is parsed and the one after that is fetched. */
export async function importSlices(context: MirrorContext, incoming: SliceImport): Promise<void> {
  const { folder, remote, slices, isNew, onlyMatching = false } = incoming
  const { signal, limits } = context
  const stores = createPipeline()
  const store = (read: ReadMessage[], after: (db: Db) => Promise<unknown>) =>
    stores.add(async () => {
      // Large messages are fetched last, regardless of their UID.
      read.sort((a, b) => a.fetched.uid - b.fetched.uid)
      const messages = read.map(({ fetched }) => fetched)
      await context.store(
        { folder, messages, isNew, onlyMatching, after },
        read.map(({ parsed }) => parsed),
      )
      context.markChanged()
    })
  try {
    for (const slice of slices) {
      signal.throwIfAborted()
      if (context.suspects.left > 0) {
        await importSuspects(context, incoming, slice, async (read, after) => {
          await store(read, after)
          await stores.done()
        })
        continue
      }
      // A large batch is stored before the slice is complete; after a crash its messages are recognised.
      const onBatch = (read: ReadMessage[]) => store(read, noProgress)
      const stream = createParseStream({ bytes: limits.bytes, parse: context.parse, onBatch, signal })
      await fetchEach(context, remote, slice, stream.add)
      await store(await stream.rest(), (db) => incoming.after(db, slice))
    }
  } finally {
    // Wait for pending writes before anything else touches the mailbox, even after a failure.
    await stores.done()
  }
}
