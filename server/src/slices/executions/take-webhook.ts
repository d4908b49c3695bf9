import { hashToken } from '../../platform/crypto/tokens.ts'
import { createBatcher } from '../../platform/db/batch.ts'
import type { Database } from '../../platform/db/database.ts'
import { fault } from '../../platform/errors/app-error.ts'
import { newId } from '../../platform/ids/ids.ts'
import type { Runner } from './run/runner.ts'
import { nudgeRunners } from './run/runs.store.ts'
import { type Taken, takeWebhooks, type WebhookCall } from './start.store.ts'

export type WebhookDeps = {
  db: Database
  processId(): string
  /** The runner of this process, where it works. */
  runner(): Runner | undefined
  usualConcurrency: number
}

type Call = WebhookCall & { body: Record<string, unknown> }

const ownRun = (taken: Taken) => ({
  ...taken,
  ...{ epoch: 1, mailboxId: null, messageId: null, simulated: false, parentId: null, depth: 0 },
  ...{ triggerType: 'trigger.webhook', calls: 0, activeMs: 0, startedAt: null },
})

/** Calls that come together are taken in together; each is answered when all of them are on disk. */
export function createWebhookIntake({ db, processId, runner, usualConcurrency }: WebhookDeps) {
  async function take(calls: Call[]): Promise<(Taken | undefined)[]> {
    const here = runner()
    const owner = here && here.room() >= calls.length ? processId() : null
    const taken = new Map(
      (await takeWebhooks(db, calls, { owner, usualConcurrency })).map((one) => [one.id, one]),
    )
    const own = calls.flatMap(({ id, body }) => {
      const found = taken.get(id)
      return found?.owner ? [{ run: ownRun(found), held: { triggerData: body, known: [], nextPart: 1 } }] : []
    })
    here?.take(own)
    if (own.length < taken.size) await nudgeRunners(db).catch(() => undefined)
    return calls.map(({ id }) => taken.get(id))
  }
  // One at a time: what a second one counts as free must not be taken by the first.
  const batched = createBatcher(take, 200, 1)

  return async (token: string, body: Record<string, unknown>) => {
    const id = newId()
    const found = await batched({ id, tokenHash: hashToken(token), content: JSON.stringify(body), body })
    if (!found) throw fault('request.not_found')
    return { executionId: id }
  }
}
