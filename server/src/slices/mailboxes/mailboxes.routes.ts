import { mailboxSetup } from '@mailwright/contract/mailbox-setup'
import { mailboxes } from '@mailwright/contract/mailboxes'
import { implement } from '../../platform/http/call.ts'
import type { FindServices } from '../../protocols/autodetect/find-services.ts'
import { autodetect } from './autodetect.ts'
import { changeSyncMode } from './change-sync-mode.ts'
import { connectImap } from './connect-imap.ts'
import { describeMailbox } from './describe-mailbox.ts'
import { describeRemoval } from './describe-removal.ts'
import { disconnectMailbox } from './disconnect-mailbox.ts'
import { createProbeLimits } from './limit-probes.ts'
import { findMailboxes } from './mailboxes.store.ts'
import { type FinishDeps, finishOAuth } from './oauth/finish-oauth.ts'
import { startOAuth } from './oauth/start-oauth.ts'
import { readLag } from './read-lag.ts'
import { removeMailbox } from './remove-mailbox.ts'
import { requestPastSync, requestSync } from './request-sync.ts'

export type RouteDeps = FinishDeps & { findServices: FindServices; probesPerMinute: number }

export const mailboxRoutes = (
  deps: RouteDeps,
  limitProbes = createProbeLimits({ maxPerMinute: deps.probesPerMinute }),
) => [
  ...implement(mailboxes, {
    list: async ({ db, caller }) => ({
      mailboxes: (await findMailboxes(db, caller.memberId)).map(describeMailbox),
    }),
    connectImap: (call) => connectImap(deps, limitProbes, call, call.body),
    sync: async ({ caller, params, transaction }) => requestSync(await transaction(), caller, params.id),
    resync: async ({ caller, params, body, transaction }) =>
      requestPastSync(await transaction(), caller, params.id, new Date(body.since)),
    removalImpact: ({ db, caller, params }) => describeRemoval(db, deps.ports, caller, params.id),
    disconnect: async (call) => disconnectMailbox(await call.transaction(), deps, call, call.params.id),
    update: async ({ caller, params, body, transaction }) =>
      changeSyncMode(await transaction(), deps.live, caller, params.id, body.syncMode),
    remove: async (call) => removeMailbox(await call.transaction(), deps, call, call.params.id),
    lag: ({ db, caller, params }) => readLag(db, caller, params.id),
  }),
  ...implement(mailboxSetup, {
    autodetect: ({ query }) => autodetect(deps.findServices, query.address),
    startGoogle: async ({ caller, statement }) => startOAuth(await statement(), deps, caller, 'google'),
    startMicrosoft: async ({ caller, statement }) => startOAuth(await statement(), deps, caller, 'microsoft'),
    finishOAuth: (call) => finishOAuth(deps, call, call.query),
  }),
]
