import { sending } from '@mailwright/contract/sending'
import { implement } from '../../platform/http/call.ts'
import type { OutboxDeps } from './admit-mail.ts'
import { cancelMessage } from './cancel-message.ts'
import { listJournal } from './list-journal.ts'
import type { SendingPorts } from './ports.ts'
import { readItem } from './read-item.ts'
import type { ReviewReasons } from './review-reasons.ts'
import { sendMessage } from './send-message.ts'
import {
  readInstanceSwitch,
  readMailboxSwitch,
  setInstanceSwitch,
  setMailboxSwitch,
} from './switch-sending.ts'
import { uploadFile } from './upload-file.ts'

type RouteDeps = OutboxDeps & {
  reasons: ReviewReasons
  undoSeconds: number
  uploadQuotaBytes: number
  ports: Pick<SendingPorts, 'files'>
}

export const sendingRoutes = (deps: RouteDeps) =>
  implement(sending, {
    send: async ({ caller, body, transaction }) =>
      sendMessage(await transaction(), deps, caller.memberId, body, deps.undoSeconds),
    upload: ({ db, caller, body, statement }) =>
      uploadFile(
        statement,
        { files: deps.ports.files, outside: db, live: deps.live },
        { memberId: caller.memberId, quotaBytes: deps.uploadQuotaBytes },
        body.file,
      ),
    journal: ({ db, caller, locale, query }) =>
      listJournal(db, deps.reasons, { memberId: caller.memberId, locale }, query),
    read: ({ db, caller, locale, params }) =>
      readItem(db, deps.reasons, { memberId: caller.memberId, locale }, params.id),
    cancel: async ({ caller, params, statement }) =>
      cancelMessage(await statement(), deps.live, caller.memberId, params.id),
    readSwitch: ({ db }) => readInstanceSwitch(db, deps),
    setSwitch: async (call) => setInstanceSwitch(await call.transaction(), deps, call, call.body.enabled),
    readMailboxSwitch: ({ db, caller, params }) => readMailboxSwitch(db, deps, caller, params.id),
    setMailboxSwitch: async (call) =>
      setMailboxSwitch(await call.transaction(), deps, call, call.params.id, call.body.enabled),
  })
