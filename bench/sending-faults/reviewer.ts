// A process that decides about drafts and gets killed: node reviewer.ts <database url> <member id>
import { setTimeout as sleep } from 'node:timers/promises'

import { emptyKeyRing } from '../../server/src/platform/crypto/key-ring.ts'
import type { Database, Db } from '../../server/src/platform/db/database.ts'
import { AppError } from '../../server/src/platform/errors/app-error.ts'
import { createFingerprints } from '../../server/src/platform/http/body-fingerprint.ts'
import { testLive } from '../../server/src/platform/live/fixtures/test-live.ts'
import { rejectDraft } from '../../server/src/slices/review/reject-draft.ts'
import { sendDraft } from '../../server/src/slices/review/send-draft.ts'
import { testReasons } from '../../server/src/slices/sending/fixtures/test-reasons.ts'
import { findWaiting } from '../../server/src/slices/sending/index.ts'
import { openOutbox, readAll } from './outbox.ts'

const [url = '', memberId = ''] = process.argv.slice(2)
// Exit with the parent process.
process.stdin.resume().once('end', () => process.exit())

const deathRate = 0.005
const maybeDie = async () => {
  if (Math.random() > deathRate) return
  process.kill(process.pid, 'SIGKILL')
  // SIGKILL takes effect a moment later; nothing else may happen until then.
  await new Promise(() => undefined)
}
const mortal =
  <A extends unknown[], R>(act: (...args: A) => Promise<R>) =>
  async (...args: A): Promise<R> => {
    await maybeDie()
    const result = await act(...args)
    await maybeDie()
    return result
  }

/** A transaction that may die before and after each statement, and before and after its commit. */
async function transact(db: Database, work: (tx: Db) => Promise<unknown>) {
  const tx = await db.begin()
  try {
    const { rows, row, run, afterCommit } = tx
    await work({ rows: mortal(rows), row: mortal(row), run: mortal(run), afterCommit } as Db)
    await mortal(tx.commit)()
  } catch (error) {
    await tx.rollback()
    // Another reviewer was faster.
    if (!(error instanceof AppError && error.code === 'review.already_resolved')) throw error
  }
}

const db = openOutbox(url)
const live = testLive(url)
const deps = { live, reasons: testReasons, fingerprints: createFingerprints(emptyKeyRing()) }
const reader = { memberId, locale: 'en' as const }

type Shown = { id: string; reviewAt: unknown }

const decide = ({ id, reviewAt }: Shown) =>
  transact(db, (tx) =>
    Math.random() < 0.8
      ? // Every reviewer uses the same token, until the draft returns: a click that is repeated because its answer was lost.
        sendDraft(tx, deps, reader, id, { clientToken: `send ${id} ${reviewAt}`, subject: 'Reviewed' })
      : rejectDraft(tx, deps, reader, id, undefined),
  )

const pick = (drafts: Shown[]) => drafts[Math.floor(Math.random() * drafts.length)]
/** As in a window that was opened a while ago: some of them have been decided or delivered since. */
const all = (await readAll(db)).filter(({ reviewStatus }) => reviewStatus !== 'none')

for (;;) {
  const waiting = (await findWaiting(db, memberId, {}, undefined, 5)).map(({ id, reviewAt }) => ({
    id,
    reviewAt,
  }))
  if (waiting.length === 0) break
  const shown = [pick(waiting), pick(waiting), pick(all)].filter((draft) => draft !== undefined)
  await Promise.all([...new Map(shown.map((draft) => [draft.id, draft])).values()].map(decide))
  // As slow as deliveries: decisions and deliveries of one draft shall meet.
  await sleep(100)
}
await live.close()
await db.close()
process.exit(0)
