import type { Config } from '../../platform/config/read-config.ts'
import type { Database, Db } from '../../platform/db/database.ts'
import type { Fingerprints } from '../../platform/http/body-fingerprint.ts'
import type { FilePart } from '../../platform/http/multipart.ts'
import type { Live } from '../../platform/live/live.ts'
import type { Fetch } from '../../platform/outbound/fetch.ts'
import type { Outbound } from '../../platform/outbound/outbound.ts'
import type { Slice } from '../../platform/slice.ts'
import type { MimePool } from '../../protocols/mime/mime-pool.ts'
import { createS3 } from '../../protocols/s3/s3.ts'
import { type AutomaticLimits, type AutomaticMail, admitAutomatic } from './admit-automatic.ts'
import { withdrawPersonal } from './cancel-message.ts'
import { draftExpiry } from './expire-drafts.ts'
import { databaseFiles, objectFiles } from './file-store.ts'
import type { DraftFate } from './gone-drafts.ts'
import { createMailPorts, type MailPortsDeps } from './mail-ports.ts'
import type { HeldFor } from './outbox.store.ts'
import type { FileStore, SendingPorts } from './ports.ts'
import { holdDraft, type Mail, putDraft, queueMail } from './queue-mail.ts'
import { createReviewReasons, type ReviewReasons } from './review-reasons.ts'
import { sendingJobs } from './sending.jobs.ts'
import { sendingRoutes } from './sending.routes.ts'
import { purgeSources } from './sent-copy.store.ts'
import { uploadFile } from './upload-file.ts'
import { purgeUploads } from './uploads.store.ts'

type SendingDeps = {
  live: Live
  ports: SendingPorts
  processId: () => string
  /** MAILWRIGHT_SENDING */
  enabled: boolean
  undoSeconds: number
  maxPerMinute: number
  uploadQuotaBytes: number
  fingerprints: Fingerprints
  reasons: ReviewReasons
}

/** How other slices send mail. The functions throw the faults of the routes and write in the caller's transaction. */
export type Outbox = {
  /** Why automatic mail has to wait for a person; undefined: it may leave. */
  admitAutomatic(db: Db, mail: AutomaticMail): Promise<string | undefined>
  /** The sentence for a reason of `admitAutomatic`. */
  explainHeld: ReviewReasons['held']
  queueMail(db: Db, mail: Mail): Promise<{ opId: string; duplicate: boolean }>
  holdDraft(
    db: Db,
    mail: Mail,
    reviewReason: string | null,
    heldFor?: HeldFor,
  ): Promise<{ opId: string; duplicate: boolean } & DraftFate>
  /** Appends it to the mailbox's Drafts folder on its server. */
  putDraft(db: Db, mail: Mail): Promise<{ opId: string; duplicate: boolean }>
  /** Cancels the mails with these personal bodies that have not left. */
  withdrawPersonal(db: Db, bodyIds: string[]): Promise<void>
  /** Stores a file that later mails can attach. Never in a transaction, since an object store may be slow. */
  saveFile(
    db: Database,
    memberId: string,
    file: FilePart,
  ): Promise<{ id: string; filename: string; mime: string; size: number }>
}

/** Uploaded files: in the database, or in the object store that the settings name. */
function fileStoreOf(config: Config, fetch: Fetch): FileStore {
  const { s3Endpoint: endpoint, s3Bucket: bucket, s3AccessKey: accessKey, s3SecretKey: secretKey } = config
  if (!endpoint || !bucket || !accessKey || !secretKey) return databaseFiles
  return objectFiles(createS3({ endpoint, bucket, region: config.s3Region, accessKey, secretKey, fetch }))
}

const automaticLimitsOf = (config: Config): AutomaticLimits => ({
  perRecipientDay: config.automaticPerRecipient,
  perThreadDay: config.automaticPerThread,
  perMailboxHour: config.automaticPerMailbox,
  perInstanceHour: config.automaticPerInstance,
})

type SendingOptions = {
  config: Config
  live: Live
  outbound: Outbound
  /** Reaches the object store. */
  fetchFile: Fetch
  processId: () => string
  fingerprints: Fingerprints
  /** Started at the first call. */
  mime(): MimePool
  ports: Pick<MailPortsDeps, 'openAccount' | 'fetchAttachment' | 'findSender' | 'writePersonalBody'>
}

export function createSending(options: SendingOptions): Slice & { outbox: Outbox; reasons: ReviewReasons } {
  const { config, fingerprints, live, outbound, fetchFile, processId, mime, ports } = options
  const automaticLimits = automaticLimitsOf(config)
  const deps: SendingDeps = {
    live,
    processId,
    fingerprints,
    reasons: createReviewReasons(automaticLimits),
    enabled: config.sending,
    undoSeconds: config.undoSeconds,
    maxPerMinute: config.sendLimit,
    uploadQuotaBytes: config.uploadQuotaMb * 1024 * 1024,
    ports: createMailPorts({
      ...ports,
      outbound,
      files: fileStoreOf(config, fetchFile),
      sanitise: (html) => mime().sanitise(html),
    }),
  }
  const { jobs, cron } = sendingJobs(deps)
  return {
    reasons: deps.reasons,
    routes: sendingRoutes(deps),
    retention: [
      { name: 'uploads', schedule: '45 * * * *', run: purgeUploads },
      { name: 'sent-sources', schedule: '50 3 * * *', run: purgeSources },
      { name: 'upload-objects', schedule: '50 * * * *', batch: 200, run: deps.ports.files.sweep },
    ],
    outbox: {
      admitAutomatic: (db, mail) => admitAutomatic(db, mail, automaticLimits),
      explainHeld: deps.reasons.held,
      queueMail: (db, mail) => queueMail(db, deps, mail),
      holdDraft: (db, mail, reviewReason, heldFor) => holdDraft(db, deps, mail, reviewReason, heldFor),
      putDraft: (db, mail) => putDraft(db, deps, mail),
      withdrawPersonal: (db, bodyIds) => withdrawPersonal(db, live, bodyIds),
      saveFile: async (db, memberId, file) =>
        (
          await uploadFile(
            async () => db,
            { files: deps.ports.files, outside: db, live },
            { memberId, quotaBytes: deps.uploadQuotaBytes },
            file,
          )
        ).attachment,
    },
    jobs,
    cron: [...cron, draftExpiry(live, config.draftDays)],
  }
}
