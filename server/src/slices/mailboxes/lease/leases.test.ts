import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '#test/database'
import { untilWaiting } from '#test/locks'
import type { Database } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'
import { newId } from '../../../platform/ids/ids.ts'
import { createLog } from '../../../platform/log/log.ts'
import { fence, LeaseLost } from './fence.ts'
import { wakeOwner } from './lease.store.ts'
import { createLeases } from './leases.ts'

let db: Database
let url: string
let drop: () => Promise<void>
const memberId = newId()
const log = createLog('silent')

beforeAll(async () => {
  ;({ db, url, drop } = await testDatabase())
  await db.run(sql`
    insert into members (id, email, name, role, status) values (${memberId}, 'a@example.com', 'A', 'member', 'active')`)
})
afterAll(() => drop())

type Worker = ReturnType<typeof startWorker>
const workers: Worker[] = []

/** A worker process as the database sees it. */
function startWorker(everyMs = 200) {
  let processId = newId()
  const acquired: [string, number][] = []
  const lost: string[] = []
  const woken: string[] = []
  const register = () =>
    db.run(sql`
      insert into processes (id, roles, host, pid) values (${processId}, '{api,worker}', 'h', '1')`)
  const beat = () => db.run(sql`update processes set heartbeat_at = now() where id = ${processId}`)
  let beating = setInterval(() => void beat().catch(() => undefined), 500)
  const leases = createLeases({
    db,
    databaseUrl: url,
    log,
    everyMs,
    processId: () => processId,
    onAcquire: ({ id }, epoch) => void acquired.push([id, epoch]),
    onLose: (id) => void lost.push(id),
    onWake: (id) => void woken.push(id),
  })
  return {
    leases,
    acquired,
    lost,
    woken,
    register,
    get id() {
      return processId
    },
    held: () => [...leases.held().keys()].sort(),
    epochOf: (id: string) => leases.held().get(id) ?? -1,
    /** As after kill -9 on this machine: another process detects its death and deletes its row. */
    die: async () => {
      clearInterval(beating)
      await db.run(sql`delete from processes where id = ${processId}`)
    },
    /** As after SIGSTOP or a network failure: heartbeats stop. */
    fallSilent: async () => {
      clearInterval(beating)
      await db.run(sql`update processes set heartbeat_at = now() - interval '11 s' where id = ${processId}`)
    },
    /** As the heartbeat does when its row was deleted. */
    comeBack: async () => {
      processId = newId()
      await register()
      beating = setInterval(() => void beat().catch(() => undefined), 500)
    },
    stop: async () => {
      clearInterval(beating)
      await leases.stop()
      await db.run(sql`delete from processes where id = ${processId}`)
    },
  }
}

async function worker(everyMs?: number) {
  const one = startWorker(everyMs)
  workers.push(one)
  await one.register()
  return one
}

afterEach(async () => {
  for (const one of workers.splice(0)) await one.stop()
  await db.run(sql`delete from mailboxes`)
})

async function mailbox() {
  const id = newId()
  await db.run(sql`
    insert into mailboxes (id, member_id, provider, address, servers)
    values (${id}, ${memberId}, 'imap', ${`${id}@example.com`}, '{}')`)
  await wakeOwner(db, id)
  return id
}
const mailboxes = async (count: number) => {
  const ids: string[] = []
  for (let i = 0; i < count; i++) ids.push(await mailbox())
  return ids.sort()
}

async function until(what: () => boolean | Promise<boolean>) {
  const end = Date.now() + 60_000
  while (!(await what())) {
    if (Date.now() > end) throw new Error('it did not happen in time')
    await sleep(10)
  }
}
const sizes = (...all: Worker[]) => all.map((one) => one.held().length)
const allOf = (...all: Worker[]) => all.flatMap((one) => one.held()).sort()

describe('claiming mailboxes', () => {
  it('claims a new mailbox at once', async () => {
    // Polls so rarely that only the notification can start it in time.
    const one = await worker(60_000)
    await sleep(500)
    const id = await mailbox()
    const from = Date.now()
    await until(() => one.held().includes(id))
    expect(Date.now() - from).toBeLessThan(20_000)
    expect(one.acquired).toEqual([[id, 1]])
  })

  it('wakes only the owner when a mailbox is signalled', async () => {
    const [one, two] = [await worker(), await worker()]
    const id = await mailbox()
    await until(() => sizes(one, two).includes(1))
    const [owner, other] = one.held().length ? [one, two] : [two, one]
    owner.woken.length = 0
    await wakeOwner(db, id)
    await until(() => owner.woken.includes(id))
    expect(other.woken).toEqual([])
  })

  it('distributes mailboxes evenly, each to one worker', async () => {
    const all = await Promise.all([worker(), worker(), worker()])
    const ids = await mailboxes(10)
    await until(() => allOf(...all).length === 10)
    expect(allOf(...all)).toEqual(ids)
    for (const size of sizes(...all)) expect(size).toBeLessThanOrEqual(4)
  })

  it('releases mailboxes to a worker that joins', async () => {
    const one = await worker()
    const ids = await mailboxes(6)
    await until(() => one.held().length === 6)
    const two = await worker()
    await until(() => two.held().length === 3 && one.held().length === 3)
    expect(allOf(one, two)).toEqual(ids)
    expect(one.lost).toHaveLength(3)
  })

  it('ignores disconnected and failed mailboxes', async () => {
    const one = await worker()
    const id = await mailbox()
    await until(() => one.held().length === 1)
    await db.run(sql`update mailboxes set status = 'error', epoch = epoch + 1, owner_process = null`)
    await wakeOwner(db, id)
    await until(() => one.lost.includes(id))
    await sleep(500)
    expect(one.held()).toEqual([])
  })

  it('claims a mailbox again after it was reconnected', async () => {
    const one = await worker()
    const id = await mailbox()
    await until(() => one.held().length === 1)
    const before = one.epochOf(id)
    await db.run(sql`update mailboxes set epoch = epoch + 1, owner_process = null`)
    await wakeOwner(db, id)
    await until(() => one.epochOf(id) > before)
    expect(one.lost).toEqual([id])
  })
})

describe('taking over', () => {
  it('takes over at once when the death of a process is visible', async () => {
    const [one, two] = [await worker(), await worker()]
    const ids = await mailboxes(4)
    await until(() => allOf(one, two).length === 4)
    await one.die()
    await until(() => two.held().length === 4)
    expect(two.held()).toEqual(ids)
  })

  it('takes over after missed heartbeats, and fences off the old owner', async () => {
    const [one, two] = [await worker(), await worker()]
    const [id = ''] = await mailboxes(1)
    await until(() => allOf(one, two).length === 1)
    const [owner, other] = one.held().length ? [one, two] : [two, one]
    const late = owner.epochOf(id)
    await owner.fallSilent()
    await until(() => other.held().includes(id))
    await expect(db.transaction((tx) => fence(tx, id, late))).rejects.toThrow(LeaseLost)
    await db.transaction((tx) => fence(tx, id, other.epochOf(id)))
    await until(() => owner.lost.includes(id))
    await db.run(sql`delete from processes where id = ${owner.id}`)
    await owner.comeBack()
    await sleep(600)
    expect([owner.held(), other.held()]).toEqual([[], [id]])
  })

  it('does not wait for the open transaction of a stopped process', async () => {
    const one = await worker()
    const [id = ''] = await mailboxes(1)
    await until(() => one.held().length === 1)
    const asleep = await db.begin()
    await fence(asleep, id, one.epochOf(id))
    await one.fallSilent()
    const two = await worker()
    await until(() => two.held().includes(id))
    await expect(asleep.commit()).rejects.toThrow()
  })

  it('takes over at once after a graceful stop', async () => {
    const one = await worker(60_000)
    const [id = ''] = await mailboxes(1)
    await until(() => one.held().length === 1)
    const two = await worker(60_000)
    await sleep(500)
    await one.stop()
    await until(() => two.held().includes(id))
  })

  it('drops all leases when this process was declared dead', async () => {
    const one = await worker()
    const ids = await mailboxes(3)
    await until(() => one.held().length === 3)
    await one.die()
    await one.comeBack()
    await until(() => one.lost.length === 3)
    await until(() => one.held().length === 3)
    expect(one.held()).toEqual(ids)
  })

  it('recovers after every connection was cut', async () => {
    const one = await worker(60_000)
    await sleep(300)
    await db.run(sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'mailwright mailwright_mailboxes'`)
    await sleep(600)
    const id = await mailbox()
    await until(() => one.held().includes(id))
  })
})

describe('the fence', () => {
  it('delays a takeover until the transaction has ended', async () => {
    const id = await mailbox()
    await db.run(sql`update mailboxes set epoch = 5 where id = ${id}`)
    const order: string[] = []
    const writing = await db.begin()
    await fence(writing, id, 5)
    const takeover = db
      .run(sql`update mailboxes set epoch = epoch + 1 where id = ${id}`)
      .then(() => order.push('takeover'))
    await untilWaiting(db, 1)
    order.push('commit')
    await writing.commit()
    await takeover
    expect(order).toEqual(['commit', 'takeover'])
    await expect(db.transaction((tx) => fence(tx, id, 5))).rejects.toThrow(LeaseLost)
  })

  it('lets one owner write concurrently, and serialises changes of the row', async () => {
    const id = await mailbox()
    await db.run(sql`update mailboxes set epoch = 5 where id = ${id}`)
    const change = () =>
      db.transaction(async (tx) => {
        await fence(tx, id, 5, 'change')
        await sleep(50)
        await tx.run(sql`update mailboxes set auth_failures = auth_failures + 1 where id = ${id}`)
      })
    const share = () => db.transaction((tx) => fence(tx, id, 5))
    await Promise.all([change(), share(), change(), share(), change()])
    const row = await db.row<{ count: number }>(
      sql`select auth_failures as count from mailboxes where id = ${id}`,
    )
    expect(row?.count).toBe(3)
  })
})
