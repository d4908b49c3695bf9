import { defineJob } from '../../platform/jobs/define-job.ts'
import { deleteMailbox, erasable, eraseBatch } from './erase.store.ts'

const batch = 1_000

/** Deletes what a removed mailbox leaves behind: in batches, as one statement would take too long. */
export const eraseMailbox = defineJob<{ mailboxId: string }>('mailboxes.erase', {
  run: async ({ mailboxId }, { db, signal, log }) => {
    for (const table of erasable)
      while ((await eraseBatch(db, table, mailboxId, batch)) === batch) if (signal.aborted) return
    await deleteMailbox(db, mailboxId)
    log.info({ mailboxId }, 'a mailbox was erased')
  },
})
