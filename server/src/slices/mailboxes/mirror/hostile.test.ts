import { afterEach, expect, it } from 'vitest'
import { describeWithMail } from '#test/mail/available'
import { hostileMails } from '#test/mail/hostile-messages'
import { oddMails } from '#test/mail/odd-messages'
import { sql } from '../../../platform/db/sql.ts'
import { expectMirrorEqualsServer } from './fixtures/oracle.ts'
import { type TestMirror, testMirror } from './fixtures/test-mirror.ts'

let mirror: TestMirror
afterEach(() => mirror.close())

// These use up the parser's ten seconds or a lot of memory; `npm run bench:hostile` covers them.
const slow = new Set(['nesting of 20,000', 'one line of 20 MB'])

const eventually = { timeout: 100_000, interval: 100 }
const mail = (n: number, headers = '') =>
  `From: Zoe <zoe@shop.example>\r\nTo: ada@mail.test\r\nSubject: Mail ${n}\r\nMessage-ID: <m${n}@shop.example>\r\n${headers}\r\nBody ${n}\r\n`

describeWithMail('hostile mail', () => {
  it('100 MB, 20,000 parts, nesting of 1,000, bombs, NUL, wrong charsets, __proto__: stored without blocking the folder', async () => {
    mirror = await testMirror({ start: false })
    const sources = Object.entries(hostileMails()).flatMap(([name, source]) =>
      slow.has(name) ? [] : [source],
    )
    await mirror.dovecot.deliver('ada', [mail(1), ...sources, mail(2)])
    mirror.start()
    const count = async () => (await mirror.db.rows(sql`select from messages`)).length
    await expect.poll(count, eventually).toBe(sources.length + 2)
    await mirror.dovecot.deliver('ada', [...Object.values(oddMails), '', mail(3)])
    await expect.poll(() => mirror.dispatched.at(-1)?.parsed.subject, eventually).toBe('Mail 3')
    await expectMirrorEqualsServer(mirror, undefined, 60_000)
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  }, 200_000)

  it('0-byte mail and broken dates: sorted by the date of the server', async () => {
    mirror = await testMirror({ start: false })
    const dates = ['Date: Thu, 99 Foo 99999 99:99', 'Date: Mon, 1 Jan 2085 00:00:00 +0000', 'Date: x']
    for (const [i, date] of dates.entries())
      await mirror.dovecot.deliver('ada', mail(i + 1, `${date}\r\n`), {
        date: new Date(Date.UTC(2020, i, 1)),
      })
    await mirror.dovecot.deliver('ada', '', { date: new Date(Date.UTC(2019, 0, 1)) })
    mirror.start()
    const rows = () =>
      mirror.db.rows<{ subject: string | null; at: string }>(sql`
        select subject, to_char(received_at at time zone 'UTC', 'YYYY-MM') as at from messages order by received_at`)
    await expect.poll(rows, eventually).toEqual([
      { subject: null, at: '2019-01' },
      { subject: 'Mail 1', at: '2020-01' },
      { subject: 'Mail 2', at: '2020-02' },
      { subject: 'Mail 3', at: '2020-03' },
    ])
    await expectMirrorEqualsServer(mirror)
  })
})
