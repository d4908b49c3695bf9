import { createBatcher } from '../../platform/concurrency/batcher.ts'
import { hashToken } from '../../platform/crypto/tokens.ts'
import type { Database } from '../../platform/db/database.ts'
import { fault } from '../../platform/errors/app-error.ts'
import { newId } from '../../platform/ids/ids.ts'
import { findWebhookTrigger } from '../workflows/index.ts'
import type { Runner } from './run/runner.ts'
import { nudgeRunners } from './run/runs.store.ts'
import { insertWebhookRuns, type WebhookCall, type WebhookRun } from './start.store.ts'

export type WebhookDeps = {
  db: Database
  processId(): string
  /** The runner of this process, where it works. */
  runner(): Runner | undefined
  defaultConcurrency: number
  /** What is wrong with a body, by what the trigger declares. */
  checkBody(
    params: Record<string, unknown>,
    body: Record<string, unknown>,
  ): { path: string; message: string }[]
}

type Call = WebhookCall & { body: Record<string, unknown> }

const ownRun = (taken: WebhookRun) => ({
  ...taken,
  epoch: 1,
  mailboxId: null,
  messageId: null,
  simulated: false,
  parentId: null,
  depth: 0,
  triggerType: 'trigger.webhook',
  calls: 0,
  activeMs: 0,
  startedAt: null,
})

const maxAgeMs = 2_000
const maxEntries = 1_000

type Params = Record<string, unknown> | undefined

/** What triggers declare, remembered for a moment; whether they still stand is asked when the call is taken in. */
function createTriggerParamsCache(db: Database) {
  const known = new Map<string, { params: Promise<Params>; until: number }>()
  return (tokenHash: Buffer): Promise<Params> => {
    const name = tokenHash.toString('latin1')
    const kept = known.get(name)
    if (kept && kept.until > performance.now()) return kept.params
    const params = findWebhookTrigger(db, tokenHash, 'trigger.webhook').then((found) => found?.params)
    if (known.size >= maxEntries) known.clear()
    known.set(name, { params, until: performance.now() + maxAgeMs })
    params.catch(() => known.delete(name))
    return params
  }
}

/** Calls that come together are taken in together; each is answered when all of them are on disk. */
export function createWebhookIntake(deps: WebhookDeps) {
  const { db, processId, runner, defaultConcurrency } = deps
  const declared = createTriggerParamsCache(db)
  async function take(calls: Call[]): Promise<(WebhookRun | undefined)[]> {
    const here = runner()
    const owner = here && here.freeSlots() >= calls.length ? processId() : null
    const insert = () => insertWebhookRuns(db, calls, { owner, defaultConcurrency })
    const taken = new Map((await (here ? here.exclusively(insert) : insert())).map((one) => [one.id, one]))
    const own = calls.flatMap(({ id, body }) => {
      const found = taken.get(id)
      return found?.owner
        ? [{ run: ownRun(found), state: { triggerData: body, known: [], nextPart: 1 } }]
        : []
    })
    here?.accept(own)
    if (own.length < taken.size) await nudgeRunners(db).catch(() => undefined)
    return calls.map(({ id }) => taken.get(id))
  }
  // One at a time: what a second one counts as free must not be taken by the first.
  const batched = createBatcher(take, { maxBatch: 32, maxInFlight: 1 })

  return async (token: string, body: Record<string, unknown>) => {
    const id = newId()
    const tokenHash = hashToken(token)
    const params = await declared(tokenHash)
    const issues = params ? deps.checkBody(params, body) : []
    if (issues.length > 0) throw fault('request.bad_request', { details: { issues: issues.slice(0, 20) } })
    const found = await batched({ id, tokenHash, content: JSON.stringify(body), body })
    if (!found) throw fault('request.not_found')
    return { executionId: id }
  }
}
