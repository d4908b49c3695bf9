import type { Db } from '../../../platform/db/database.ts'
import type { OpenFolder } from '../../../protocols/imap/types.ts'
import type { MirroredFolder } from '../../messages/index.ts'
import { fetchEach, type MirrorContext } from './context.ts'
import { createParseStream, type ReadMessage } from './parse-stream.ts'
import { createPipeline } from './pipeline.ts'

export type SliceImport = {
  folder: MirroredFolder
  remote: OpenFolder
  slices: Iterable<number[]>
  /** New mail is journaled and handed to the workflows; history is not. */
  isNew: boolean
  /** Written with the last messages of a slice: how far the folder now is. */
  after(db: Db, slice: number[]): Promise<unknown>
}

const nothing = async () => undefined

/** Takes slices into the mirror: while one is stored, the next is parsed and the one after fetched. */
export async function importSlices(context: MirrorContext, incoming: SliceImport): Promise<void> {
  const { folder, remote, slices, isNew } = incoming
  const { signal, limits: room } = context
  const stores = createPipeline()
  const store = (read: ReadMessage[], after: (db: Db) => Promise<unknown>) =>
    stores.add(async () => {
      // Large mail comes last, whatever its number.
      read.sort((a, b) => a.fetched.uid - b.fetched.uid)
      const messages = read.map(({ fetched }) => fetched)
      await context.store(
        { folder, messages, isNew, after },
        read.map(({ parsed }) => parsed),
      )
      context.markChanged()
    })
  try {
    for (const slice of slices) {
      signal.throwIfAborted()
      // Much text is stored before the slice is whole: after a crash it is found there.
      const onMuch = (read: ReadMessage[]) => store(read, nothing)
      const stream = createParseStream({ bytes: room.bytes, parse: context.parse, onBatch: onMuch, signal })
      await fetchEach(context, remote, slice, stream.add)
      await store(await stream.rest(), (db) => incoming.after(db, slice))
    }
  } finally {
    // What is in hand is stored before anything else is done with the mailbox, also when it ends.
    await stores.done()
  }
}
