import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMember, type TestMember } from '#test/factories'
import { type TestServer, testServer } from '#test/server'
import { createFairDoor } from './fair-door.ts'

const open = (maxWaiting = 100) => {
  const clock = { ms: 0 }
  const door = createFairDoor({ maxWaiting, now: () => clock.ms })
  const enter = (key: string, isLight = false) => door.enter({ key, isLight })
  /** Requests of a caller, one after the other, each of which takes this long. */
  const occupy = async (key: string, times: number, ms: number, isLight = false) => {
    for (let i = 0; i < times; i++) {
      const { end } = await enter(key, isLight)
      clock.ms += ms
      end()
    }
  }
  return { clock, enter, occupy }
}

describe('a member who asks without a pause', () => {
  it('gives way to others, who do not', async () => {
    const { enter, occupy } = open()
    await occupy('noisy', 10, 100)
    expect((await enter('noisy')).gaveWay).toBe(true)
    expect((await enter('quiet')).gaveWay).toBe(false)
  })

  it('has one request in progress at a time', async () => {
    const { enter, occupy } = open()
    await occupy('noisy', 10, 100)
    const first = await enter('noisy')
    let isSecondIn = false
    const second = enter('noisy').then((admission) => {
      isSecondIn = true
      return admission
    })
    await (await enter('other')).end()
    expect(isSecondIn).toBe(false)
    first.end()
    expect((await second).gaveWay).toBe(true)
  })

  it('is like everybody else after two seconds without a request', async () => {
    const { clock, enter, occupy } = open()
    await occupy('noisy', 100, 100)
    clock.ms += 2_001
    expect((await enter('noisy')).gaveWay).toBe(false)
  })

  it('is told to try again once too many requests wait', async () => {
    const { enter, occupy } = open(2)
    await occupy('noisy', 10, 100)
    const first = await enter('noisy')
    const waiting = [enter('noisy'), enter('noisy')]
    const refused = { code: 'internal.unavailable', extra: { retryAfterSeconds: 2 } }
    await expect(enter('noisy')).rejects.toMatchObject(refused)
    first.end()
    for (const one of waiting) (await one).end()
    await expect(enter('noisy')).resolves.toMatchObject({ gaveWay: true })
  })
})

describe('a caller within the usual', () => {
  it('opens a page of ten requests at once, ten times in a row, and never gives way', async () => {
    const { clock, enter } = open()
    for (let page = 0; page < 10; page++) {
      const admissions = await Promise.all(Array.from({ length: 10 }, () => enter('ada')))
      expect(admissions.some(({ gaveWay }) => gaveWay)).toBe(false)
      clock.ms += 10
      for (const { end } of admissions) end()
      clock.ms += 500
    }
  })

  it('is not held up by a long download of their own', async () => {
    const { clock, enter } = open()
    const download = await enter('ada')
    clock.ms += 60_000
    download.end()
    expect((await enter('ada')).gaveWay).toBe(false)
  })
})

it('lets calls of one busy webhook wait for others, but not for each other, and refuses none', async () => {
  const { enter, occupy } = open(10)
  await occupy('webhook', 10, 100, true)
  const calls = await Promise.all(Array.from({ length: 50 }, () => enter('webhook', true)))
  expect(calls.every(({ gaveWay }) => gaveWay)).toBe(true)
})

describe('one noisy member of the service', () => {
  let server: TestServer
  let noisy: TestMember
  let quiet: TestMember
  beforeAll(async () => {
    server = await testServer({ MAILWRIGHT_LIMIT_WAITING_REQUESTS: '10' })
    noisy = await createMember(server)
    quiet = await createMember(server)
  })
  afterAll(() => server.close())

  it('is answered 503 with Retry-After beyond the limit, while the others are answered', async () => {
    const flood = () => Promise.all(Array.from({ length: 200 }, () => noisy.session('GET', '/api/v1/me')))
    const statuses = new Set<number>()
    // The first ones are within what a member may occupy at once.
    while (!statuses.has(503)) {
      const answers = flood()
      expect((await quiet.session('GET', '/api/v1/me')).status).toBe(200)
      for (const { status, headers, body } of await answers) {
        statuses.add(status)
        if (status !== 503) continue
        expect([body.code, headers.get('retry-after')]).toEqual(['internal.unavailable', '2'])
      }
    }
    expect([...statuses].sort()).toEqual([200, 503])
  })
})
