import { defineJob } from '../../platform/jobs/define-job.ts'
import { eraseContents } from '../messages/index.ts'
import { deleteMailbox } from './mailboxes.store.ts'

/** Deletes a removed mailbox and its contents. A job, as a large mailbox takes too long for one statement. */
export const eraseMailbox = defineJob<{ mailboxId: string }>('mailboxes.erase', {
  run: async ({ mailboxId }, { db, signal, log }) => {
    if (!(await eraseContents(db, mailboxId, signal))) return
    await deleteMailbox(db, mailboxId)
    log.info({ mailboxId }, 'erased a mailbox')
  },
})
