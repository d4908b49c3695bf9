import { emptyKeyRing } from '../../server/src/platform/crypto/key-ring.ts'
import { type Database, openDatabase } from '../../server/src/platform/db/database.ts'
import { sql } from '../../server/src/platform/db/sql.ts'
import { createFingerprints } from '../../server/src/platform/http/body-fingerprint.ts'
import { newId } from '../../server/src/platform/ids/ids.ts'
import { testLive } from '../../server/src/platform/live/fixtures/test-live.ts'
import type { Live } from '../../server/src/platform/live/live.ts'
import { createSender } from '../../server/src/slices/sending/fixtures/outbox.store.ts'
import { scriptedPorts } from '../../server/src/slices/sending/fixtures/scripted-ports.ts'
import { holdDraft, queueMail } from '../../server/src/slices/sending/queue-mail.ts'
import { scheduleDeliveries } from '../../server/src/slices/sending/schedule.ts'
import { sweepOutbox } from '../../server/src/slices/sending/sweep-outbox.ts'

export const openOutbox = (url: string) =>
  openDatabase({ url, connections: 6, name: 'mailwright bench', onIdleError: () => undefined })

/** Queues messages and holds drafts for review, each to a different recipient. */
export async function fillOutbox(
  db: Database,
  url: string,
  { mails, drafts }: { mails: number; drafts: number },
) {
  const live = testLive(url)
  const sender = await createSender(db)
  const deps = {
    live,
    ports: scriptedPorts(),
    enabled: true,
    maxPerMinute: 1_000_000,
    fingerprints: createFingerprints(emptyKeyRing()),
  }
  const count = mails + drafts
  for (let from = 0; from < count; from += 100)
    await db.transaction(async (tx) => {
      for (let i = from; i < Math.min(count, from + 100); i++) {
        const mail = {
          ...sender,
          to: [`r${i}@example.com`],
          subject: 'Bench',
          bodyText: 'x'.repeat((i % 1_000) * 7),
          clientToken: newId(),
        }
        if (i < mails) await queueMail(tx, deps, { ...mail, origin: 'webmail' })
        else await holdDraft(tx, deps, { ...mail, origin: 'workflow', automatic: true }, null)
      }
    })
  await live.close()
  return sender.memberId
}

/** Makes deferred messages due at once. */
export async function skipBackoff(db: Database) {
  const items = await db.rows<{ id: string; sendAfter: string }>(sql`
    update outgoing_messages set send_after = now()
    where send_status = 'pending' and send_after > now() + interval '1 second'
    returning id, send_after as "sendAfter"`)
  await scheduleDeliveries(db, items)
}

/** The sweep of the product, for mails whose job was given up, without the minutes for which it waits. */
export async function sweepStranded(db: Database, live: Live) {
  await db.run(sql`
    update outgoing_messages set claimed_at = now() - interval '2 minutes'
    where send_status = 'running' and not process_is_alive(process_id)`)
  await db.run(sql`
    update outgoing_messages set send_after = now() - interval '3 minutes'
    where send_status = 'pending' and send_after < now() - interval '5 seconds'`)
  await sweepOutbox(db, live, true)
}

export type Ended = {
  id: string
  sendStatus: string
  reviewStatus: string
  subject: string
  messageIdHeader: string | null
  attempts: number
  reviewAt: string | null
}
export const readAll = (db: Database) =>
  db.rows<Ended>(sql`
    select id, send_status as "sendStatus", review_status as "reviewStatus", subject,
      message_id_header as "messageIdHeader", attempts, review_at as "reviewAt"
    from outgoing_messages`)

export const countOpen = async (db: Database) =>
  (
    await db.row<{ n: number }>(sql`
      select count(*) as n from outgoing_messages where send_status in ('pending', 'running', 'held')`)
  )?.n ?? 0
