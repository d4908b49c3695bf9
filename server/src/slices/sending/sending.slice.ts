import type { Database, Db } from '../../platform/db/database.ts'
import type { Binding } from '../../platform/http/call.ts'
import type { FilePart } from '../../platform/http/multipart.ts'
import type { Live } from '../../platform/live/live.ts'
import type { SendingPorts } from './ports.ts'
import { holdDraft, type Mail, putDraft, queueMail } from './queue-mail.ts'
import { sendingJobs } from './sending.jobs.ts'
import { sendingRoutes } from './sending.routes.ts'
import { uploadFile } from './upload-file.ts'

export type SendingDeps = {
  live: Live
  ports: SendingPorts
  processId: () => string
  /** MAILWRIGHT_SENDING */
  enabled: boolean
  undoSeconds: number
  maxPerMinute: number
}

/** How other slices send mail. All functions throw the faults of the routes and write in the caller's transaction. */
export type Outbox = {
  queueMail(db: Db, mail: Mail): Promise<{ opId: string; duplicate: boolean }>
  holdDraft(db: Db, mail: Mail, reviewReason: string | null): Promise<{ opId: string; duplicate: boolean }>
  /** Appends it to the mailbox's Drafts folder on its server. */
  putDraft(db: Db, mail: Mail): Promise<{ opId: string; duplicate: boolean }>
  /** Stores a file that later mails can attach. */
  saveFile(
    db: Db,
    outside: Database,
    memberId: string,
    file: FilePart,
  ): Promise<{ id: string; filename: string; mime: string; size: number }>
}

export function createSending(
  deps: SendingDeps,
): { routes: Binding[]; outbox: Outbox } & ReturnType<typeof sendingJobs> {
  return {
    routes: sendingRoutes(deps),
    outbox: {
      queueMail: (db, mail) => queueMail(db, deps, mail),
      holdDraft: (db, mail, reviewReason) => holdDraft(db, deps, mail, reviewReason),
      putDraft: (db, mail) => putDraft(db, deps, mail),
      saveFile: async (db, outside, memberId, file) =>
        (await uploadFile(db, { files: deps.ports.files, outside }, memberId, file)).attachment,
    },
    ...sendingJobs(deps),
  }
}
