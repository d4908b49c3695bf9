import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '../../src/platform/db/sql.ts'
import { type ChildServer, startChildServer } from '../child-server.ts'
import { createMember, type TestMember } from '../factories.ts'
import { startScriptedImap } from '../mail/scripted-imap.ts'
import { startScriptedSmtp } from '../mail/scripted-smtp.ts'
import type { ScriptedImap } from '../mail/scripted-types.ts'
import { type TestServer, testServer } from '../server.ts'

const settings = {
  MAILWRIGHT_OUTBOUND_ALLOW: '127.0.0.0/8',
  MAILWRIGHT_SECRET_KEY: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
}
const eventually = { timeout: 600_000, interval: 100 }

const mail = (n: number) =>
  `From: Zoe <zoe@shop.example>\r\nTo: ada@mail.test\r\nSubject: Mail ${n}\r\nMessage-ID: <m${n}@shop.example>\r\n\r\nBody ${n}\r\n`

/** Whether a set such as `1,4:9` contains the UID. */
const contains = (set: string, uid: number) =>
  set.split(',').some((range) => {
    const [from = 0, to = from] = range.split(':').map(Number)
    return uid >= from && uid <= to
  })

let here: TestServer
let ada: TestMember
let imap: ScriptedImap
let smtp: Awaited<ReturnType<typeof startScriptedSmtp>>
let worker: ChildServer | undefined
let isOver = false
let deaths = 0

beforeAll(async () => {
  here = await testServer(settings, { mail: {} })
  ada = await createMember(here)
  imap = await startScriptedImap({
    folders: {
      INBOX: {
        uidValidity: 7,
        messages: [1, 2, 3, 4].map((uid) => ({ uid, source: mail(uid), modseq: uid })),
      },
    },
    // The whole of the second message kills whoever reads it, as one that exhausts the memory would.
    on: {
      'UID FETCH': async ({ args }, _peer, defaultReply) => {
        const isLethal = args.includes('BODY.PEEK[]') && contains(args.split(' ')[0] ?? '', 2)
        if (!isLethal) return defaultReply()
        // The process may read mail before it has reported that it is ready.
        while (!worker && !isOver) await sleep(20)
        deaths++
        worker?.process.kill('SIGKILL')
      },
    },
  })
  smtp = await startScriptedSmtp()
})
afterAll(async () => {
  isOver = true
  await worker?.kill()
  await imap.stop()
  await smtp.stop()
  await here.close()
})

it('a mail that kills the process is stored without its body after three deaths, and the others with theirs', async () => {
  const connected = await ada.session('POST', '/api/v1/mailboxes/imap', {
    body: {
      address: 'ada@mail.test',
      username: 'ada@mail.test',
      password: 'secret-ada',
      imapHost: '127.0.0.1',
      imapPort: imap.port,
      imapSecure: false,
      smtpHost: '127.0.0.1',
      smtpPort: smtp.port,
      smtpSecure: false,
    },
  })
  expect(connected.status, JSON.stringify(connected.body)).toBe(201)
  const supervise = async () => {
    while (!isOver) {
      worker = await startChildServer({
        DATABASE_URL: here.databaseUrl,
        MAILWRIGHT_ROLES: 'worker',
        ...settings,
      })
      if (worker.process.signalCode === null) await once(worker.process, 'exit')
      worker = undefined
    }
  }
  void supervise().catch(() => undefined)
  const stored = () =>
    here.db.rows<{ subject: string; bodyComplete: boolean }>(
      sql`select subject, body_complete as "bodyComplete" from messages order by subject`,
    )
  await expect.poll(async () => (await stored()).length, eventually).toBe(4)
  expect(await stored()).toEqual([
    { subject: 'Mail 1', bodyComplete: true },
    { subject: 'Mail 2', bodyComplete: false },
    { subject: 'Mail 3', bodyComplete: true },
    { subject: 'Mail 4', bodyComplete: true },
  ])
  expect(deaths).toBe(3)
  const { body } = await ada.session('GET', '/api/v1/executions/incidents')
  expect(body.items).toContainEqual(
    expect.objectContaining({ errorSummary: expect.stringContaining('without its body') }),
  )
  // Nothing is left that would make the next process read it again.
  expect(await here.db.rows(sql`select from message_attempts where attempts > 0`)).toEqual([])
}, 700_000)
