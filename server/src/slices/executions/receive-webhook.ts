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
  /** The runner of this process, if it is a worker. */
  runner(): Runner | undefined
  defaultConcurrency: number
  /** How many calls a paused workflow keeps until it is resumed. */
  maxHeld: number
  /** Validates a body against the trigger's parameters. */
  checkBody(
    params: Record<string, unknown>,
    body: Record<string, unknown>,
  ): { path: string; message: string }[]
}

type Outcome = 'inserted' | 'full' | 'unknown'
const fullRetrySeconds = 60

type Call = WebhookCall & { body: Record<string, unknown> }

const toOwnedRun = (inserted: WebhookRun, startedAt: string) => ({
  ...inserted,
  epoch: 1,
  mailboxId: null,
  messageId: null,
  simulated: false,
  parentId: null,
  rootId: null,
  depth: 0,
  triggerType: 'trigger.webhook',
  calls: 0,
  activeMs: 0,
  startedAt,
  crashes: 0,
})

const maxAgeMs = 2_000
const maxEntries = 1_000

type Params = Record<string, unknown> | undefined
type Trigger = { tokenHash: Buffer; params: Promise<Params>; expiresAt: number }

/**
 * Caches the hashes of tokens and the parameters of their triggers briefly. Whether a trigger is still live is checked
 * when the run is inserted.
 */
function createTriggerCache(db: Database) {
  const entries = new Map<string, Trigger>()
  return (token: string): Trigger => {
    const cached = entries.get(token)
    if (cached && cached.expiresAt > performance.now()) return cached
    const tokenHash = hashToken(token)
    const params = findWebhookTrigger(db, tokenHash, 'trigger.webhook').then((found) => found?.params)
    if (entries.size >= maxEntries) entries.clear()
    const trigger = { tokenHash, params, expiresAt: performance.now() + maxAgeMs }
    entries.set(token, trigger)
    params.catch(() => entries.delete(token))
    return trigger
  }
}

/** Calls that arrive together are inserted in one batch; each is answered once the batch is on disk. */
export function createWebhookIntake(deps: WebhookDeps) {
  const { db, processId, runner, defaultConcurrency, maxHeld } = deps
  const findTrigger = createTriggerCache(db)
  /** Nobody waits for it: other workers look for runs every second anyway, and all the time behind a backlog. */
  function announce(local: Runner | undefined) {
    local?.nudge()
    if (!local?.hasBacklog()) nudgeRunners(db).catch(() => undefined)
  }
  async function insertBatch(calls: Call[]): Promise<Outcome[]> {
    const local = runner()
    const startedAt = new Date().toISOString()
    const insert = (freeSlots: number) => {
      const owner = freeSlots >= calls.length ? processId() : null
      return insertWebhookRuns(db, calls, { owner, startedAt, defaultConcurrency, maxHeld })
    }
    const inserted = await (local ? local.insertRuns(calls.length, insert) : insert(0))
    const found = new Map(inserted.map((one) => [one.id, one]))
    const owned = calls.flatMap(({ id, body }) => {
      const run = found.get(id)
      return run?.createdAt && run.owner
        ? [
            {
              run: toOwnedRun(run, startedAt),
              state: { triggerData: body, known: [], knownBytes: 0, nextPart: 1 },
            },
          ]
        : []
    })
    local?.accept(owned)
    if (owned.length < found.size) announce(local)
    return calls.map(({ id }) => {
      const run = found.get(id)
      if (!run) return 'unknown'
      return run.createdAt ? 'inserted' : 'full'
    })
  }
  const batched = createBatcher(insertBatch, { maxBatch: 64, maxInFlight: 2, minBeside: 32 })

  return async (token: string, body: Record<string, unknown>, bodyText = JSON.stringify(body)) => {
    const id = newId()
    const { tokenHash, params: found } = findTrigger(token)
    const params = await found
    const issues = params ? deps.checkBody(params, body) : []
    if (issues.length > 0) throw fault('request.bad_request', { details: { issues: issues.slice(0, 20) } })
    const outcome = await batched({ id, tokenHash, content: bodyText, body })
    if (outcome === 'unknown') throw fault('request.not_found')
    if (outcome === 'full') throw fault('workflow.paused', { retryAfterSeconds: fullRetrySeconds })
    return { executionId: id }
  }
}
