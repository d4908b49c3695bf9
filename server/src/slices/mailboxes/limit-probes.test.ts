import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMember } from '#test/factories'
import { openMail } from '#test/open-mail'
import { type TestServer, testServer } from '#test/server'
import { newId } from '../../platform/ids/ids.ts'
import { createProbeLimits } from './limit-probes.ts'

let server: TestServer
let tried = 0
beforeAll(async () => {
  const probe = {
    imap: async () => {
      tried += 1
      return undefined
    },
    smtp: async () => undefined,
  }
  const environment = { MAILWRIGHT_LIMIT_CONNECT_PER_MINUTE: '4' }
  server = await testServer(environment, { mail: { ...openMail, probe } })
})
afterAll(() => server.close())

/** Work that ends on demand. */
function controllableWork() {
  const waiting: (() => void)[] = []
  let most = 0
  return {
    work: () =>
      new Promise<string>((resolve) => {
        waiting.push(() => resolve('done'))
        most = Math.max(most, waiting.length)
      }),
    running: () => waiting.length,
    most: () => most,
    release: () => waiting.shift()?.(),
  }
}
const eventually = { timeout: 60_000, interval: 10 }

describe('probing mail servers', () => {
  it('is limited per minute and member', async () => {
    const [ada, bob] = [await createMember(server), await createMember(server)]
    const body = { address: 'ada@example.com', imapHost: 'i', smtpHost: 's', password: 'p' }
    const connect = (who = ada) => who.session('POST', '/api/v1/mailboxes/imap', { body })
    for (let i = 0; i < 4; i++) expect((await connect()).status).toBe(201)
    const before = tried
    const refused = await connect()
    expect([refused.status, refused.body.code]).toEqual([429, 'auth.rate_limited'])
    expect(refused.body.message).toContain('mailbox')
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(tried).toBe(before)
    expect((await connect(bob)).status).toBe(201)
  })

  it('runs three at once per member; the others wait', async () => {
    const limit = createProbeLimits({ maxPerMinute: 100 })
    const [ada, bob] = [newId(), newId()]
    const [of, other] = [controllableWork(), controllableWork()]
    const all = Array.from({ length: 8 }, () => limit(server.db, ada, of.work))
    await expect.poll(of.running, eventually).toBe(3)
    const foreign = limit(server.db, bob, other.work)
    await expect.poll(other.running, eventually).toBe(1)
    for (let done = 0; done < 8; done++) {
      await expect.poll(of.running, eventually).toBe(Math.min(3, 8 - done))
      of.release()
    }
    other.release()
    expect(await Promise.all([...all, foreign])).toEqual(Array.from({ length: 9 }, () => 'done'))
    expect(of.most()).toBe(3)
  })

  it('times out for the caller, and keeps its permit until the attempt ends', async () => {
    const limit = createProbeLimits({ maxPerMinute: 100, maxConcurrent: 1, timeoutMs: 300 })
    const ada = newId()
    const of = controllableWork()
    const first = limit(server.db, ada, of.work)
    const failure = first.catch((error) => error.code)
    await expect.poll(of.running, eventually).toBe(1)
    const second = await limit(server.db, ada, of.work).catch((error) => error.code)
    expect([await failure, second]).toEqual(['imap.unreachable', 'auth.rate_limited'])
    expect(of.running()).toBe(1)
    of.release()
    const third = limit(server.db, ada, async () => 'free again')
    expect(await third).toBe('free again')
    expect(of.most()).toBe(1)
  })

  it('rethrows a failure and releases its permit', async () => {
    const limit = createProbeLimits({ maxPerMinute: 100, maxConcurrent: 1 })
    const ada = newId()
    await expect(limit(server.db, ada, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await limit(server.db, ada, async () => 'yes')).toBe('yes')
  })
})
