import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startScriptedImap } from '../../server/test/mail/scripted-imap.ts'
import { startScriptedSmtp } from '../../server/test/mail/scripted-smtp.ts'
import { nested } from '../executions/graphs.ts'
import { publishHook, signIn } from '../executions/product.ts'
import type { Supervised } from './supervise.ts'

export type Poison = {
  title: string
  /** Puts the poison in. */
  inject(): Promise<void>
  /** How the poison ended; undefined while it has not. */
  outcome(): Promise<string | undefined>
  /** Whether what accompanied it was not affected. */
  isRestWell(): Promise<boolean>
  close(): Promise<void>
}

export type PoisonDeps = { databaseUrl: string; service: Supervised }

const maxWaitMs = 240_000

/** Waits until the service is up; it may die again at any moment. */
async function serviceUrl({ service }: PoisonDeps): Promise<string> {
  for (;;) {
    const url = service.product()?.url
    if (url) return url
    await sleep(50)
  }
}

async function openClient({ databaseUrl }: PoisonDeps) {
  const client = new pg.Client({ connectionString: databaseUrl })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** Waits for a service that is only just starting. */
async function killService({ service }: PoisonDeps) {
  while (!service.product()) await sleep(20)
  service.product()?.child.kill('SIGKILL')
}

/** A run whose loops would fill the heap if the service kept what they make. */
export async function poisonedRun(deps: PoisonDeps): Promise<Poison> {
  const client = await openClient(deps)
  let id = ''
  return {
    title: 'a run that fills the heap',
    async inject() {
      const url = await serviceUrl(deps)
      const { hook } = await publishHook(await signIn(url), url, 'Poison', nested)
      const items = Array.from({ length: 1_000 }, (_, n) => n)
      const reply = await fetch(hook, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ items, text: 'x'.repeat(200_000) }),
      })
      id = ((await reply.json()) as { executionId: string }).executionId
    },
    async outcome() {
      const { rows } = await client.query(
        `select status, error ->> 'code' as code from executions where id = $1 and finished_at is not null`,
        [id],
      )
      return rows[0] && `${rows[0].status} (${rows[0].code})`
    },
    isRestWell: async () => true,
    close: () => client.end(),
  }
}

/** A job during which the service is killed. It is held up by a lock until then. */
export async function poisonedJob(deps: PoisonDeps): Promise<Poison> {
  const [client, locker] = await Promise.all([openClient(deps), openClient(deps)])
  const ids: { bad: string; good: string[] } = { bad: '', good: [] }
  let killed: string | undefined
  const addJob = async (task: string): Promise<string> =>
    (await client.query('select id::text from graphile_worker.add_job($1)', [task])).rows[0].id
  const find = async (id: string) =>
    (
      await client.query(
        'select locked_by, last_error, attempts >= max_attempts as failed from graphile_worker._private_jobs where id = $1',
        [id],
      )
    ).rows[0]
  return {
    title: 'a job that kills its process',
    async inject() {
      await locker.query('begin; lock table mailbox_oauth_states in access exclusive mode')
      ids.bad = await addJob('retention.oauth-states')
      ids.good = await Promise.all(
        ['retention.idempotency', 'retention.audit', 'retention.sessions'].map(addJob),
      )
    },
    async outcome() {
      const job = await find(ids.bad)
      if (job?.failed) return `failed (${job.last_error})`
      // A dead worker keeps its lock until another takes it over: the job kills each worker once.
      if (job?.locked_by && job.locked_by !== killed) {
        killed = job.locked_by
        await sleep(500)
        await killService(deps)
      }
      return undefined
    },
    isRestWell: async () => (await Promise.all(ids.good.map(find))).every((job) => job === undefined),
    async close() {
      await Promise.all([client.end(), locker.end()])
    },
  }
}

const mail = (n: number) =>
  `From: Zoe <zoe@shop.example>\r\nTo: ada@mail.test\r\nSubject: Mail ${n}\r\nMessage-ID: <m${n}@shop.example>\r\n\r\nBody ${n}\r\n`

const contains = (set: string, uid: number) =>
  set.split(',').some((range) => {
    const [from = 0, to = from] = range.split(':').map(Number)
    return uid >= from && uid <= to
  })

/** A mail that kills the process as soon as it asks for the body. */
export async function poisonedMail(deps: PoisonDeps): Promise<Poison> {
  const client = await openClient(deps)
  const [count, lethal] = [40, 17]
  const messages = Array.from({ length: count }, (_, i) => ({
    uid: i + 1,
    source: mail(i + 1),
    modseq: i + 1,
  }))
  const imap = await startScriptedImap({
    folders: { INBOX: { uidValidity: 7, messages } },
    on: {
      'UID FETCH': async ({ args }, _peer, defaultReply) => {
        const isLethal = args.includes('BODY.PEEK[]') && contains(args.split(' ')[0] ?? '', lethal)
        if (isLethal) await killService(deps)
        else defaultReply()
      },
    },
  })
  const smtp = await startScriptedSmtp()
  const server = { username: 'ada@mail.test', password: 'secret-ada' }
  return {
    title: 'a mail that kills its process',
    async inject() {
      const call = await signIn(await serviceUrl(deps))
      await call('POST', '/api/v1/mailboxes/imap', {
        address: 'ada@mail.test',
        ...server,
        imapHost: '127.0.0.1',
        imapPort: imap.port,
        imapSecure: false,
        smtpHost: '127.0.0.1',
        smtpPort: smtp.port,
        smtpSecure: false,
      })
    },
    async outcome() {
      const { rows } = await client.query('select body_complete from messages where subject = $1', [
        `Mail ${lethal}`,
      ])
      return rows[0] && (rows[0].body_complete ? 'stored whole' : 'stored without its body')
    },
    async isRestWell() {
      const { rows } = await client.query('select count(*)::int as n from messages where body_complete')
      return rows[0].n === count - 1
    },
    async close() {
      await Promise.all([client.end(), imap.stop(), smtp.stop()])
    },
  }
}

/** Injects a poison and waits for how it and what accompanied it end. */
export async function endure(poison: Poison) {
  const until = Date.now() + maxWaitMs
  await poison.inject()
  let outcome = await poison.outcome()
  for (; outcome === undefined && Date.now() < until; outcome = await poison.outcome()) await sleep(20)
  let isRestWell = await poison.isRestWell()
  for (; !isRestWell && Date.now() < until; isRestWell = await poison.isRestWell()) await sleep(100)
  await poison.close()
  return { outcome: outcome ?? 'has not ended', isRestWell }
}
