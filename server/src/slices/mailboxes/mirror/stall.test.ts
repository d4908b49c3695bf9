import { afterEach, expect, it } from 'vitest'
import { describeWithMail } from '#test/mail/available'
import { sql } from '../../../platform/db/sql.ts'
import { sweepStalls } from '../sweep-stalls.ts'
import { type TestMirror, testMirror } from './fixtures/test-mirror.ts'

const eventually = { timeout: 60_000, interval: 50 }

describeWithMail('a stopped mirror', () => {
  let mirror: TestMirror
  afterEach(() => mirror.close())

  const countRecentSyncs = async () =>
    (
      await mirror.db.row<{ n: number }>(sql`
        select count(*) as n from mailboxes m join folders f on f.mailbox_id = m.id and f.role = 'inbox'
        where m.last_successful_sync_at > now() - interval '1 minute'
          and f.synced_at > now() - interval '1 minute'`)
    )?.n
  const notifications = async () =>
    (await mirror.db.rows<{ kind: string }>(sql`select kind from notifications order by created_at, id`)).map(
      ({ kind }) => kind,
    )
  const incidents = async () =>
    (await mirror.db.rows(sql`select from incidents where mailbox_id = ${mirror.mailboxId}`)).length

  it('is an incident until its inbox is polled again', async () => {
    mirror = await testMirror()
    await expect.poll(countRecentSyncs, eventually).toBe(1)
    await sweepStalls(mirror.db, mirror.live)
    expect([await incidents(), await notifications()]).toEqual([0, []])

    await mirror.stop()
    await mirror.db.run(sql`update processes set started_at = now() - interval '1 hour'`)
    await mirror.db.run(sql`update folders set synced_at = synced_at - interval '5 minutes'`)
    await mirror.db.run(sql`
      update mailboxes set watched_since = now() - interval '1 hour',
        last_successful_sync_at = last_successful_sync_at - interval '5 minutes'`)
    await sweepStalls(mirror.db, mirror.live)
    expect([await incidents(), await notifications()]).toEqual([1, ['mailbox.error']])

    mirror.start()
    await expect.poll(countRecentSyncs, eventually).toBe(1)
    await sweepStalls(mirror.db, mirror.live)
    expect([await incidents(), await notifications()]).toEqual([1, ['mailbox.error', 'mailbox.recovered']])
  })
})
