import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Postmaster } from './postmaster.ts'
import { supervise } from './supervise.ts'
import type { Exit } from './tools.ts'

function fakePostmaster(): Postmaster & { die(): void } {
  const { promise, resolve } = Promise.withResolvers<Exit>()
  const shutDown = () => {
    resolve({ code: 0, signal: null })
    return promise
  }
  return { pid: 1, exited: promise, shutDown, die: () => resolve({ code: null, signal: 'SIGKILL' }) }
}

test('gives up after five failed restarts in a row and releases the folder', async () => {
  const lines: string[] = []
  let attempts = 0
  let released = false
  const first = fakePostmaster()
  const supervision = supervise({
    first,
    startAgain: async () => {
      attempts++
      throw new Error('PostgreSQL did not start.')
    },
    log: (line) => lines.push(line),
    release: () => {
      released = true
    },
    backoffMs: 1,
  })
  first.die()
  expect(await supervision.exited).toEqual({ code: null, signal: 'SIGKILL' })
  expect(attempts).toBe(5)
  expect(released).toBe(true)
  expect(lines).toContain('Restart 5 of 5 failed. PostgreSQL did not start.')
  await supervision.stop()
})

test('restarts that succeed are not counted', async () => {
  let current = fakePostmaster()
  let starts = 0
  const startAgain = async () => {
    starts++
    current = fakePostmaster()
    return current
  }
  const supervision = supervise({
    first: current,
    startAgain,
    log: () => {},
    release: () => {},
    backoffMs: 1,
  })
  for (let round = 1; round <= 8; round++) {
    current.die()
    while (starts < round) await delay(1)
  }
  await supervision.stop()
  expect(await supervision.exited).toEqual({ code: 0, signal: null })
})

test('stop during the back-off returns at once and starts nothing', async () => {
  let starts = 0
  const first = fakePostmaster()
  const startAgain = async () => {
    starts++
    return fakePostmaster()
  }
  const supervision = supervise({ first, startAgain, log: () => {}, release: () => {}, backoffMs: 60_000 })
  first.die()
  await delay(5)
  await supervision.stop()
  expect(starts).toBe(0)
})

test('a server that comes up during stop is shut down again', async () => {
  const first = fakePostmaster()
  const late = fakePostmaster()
  const called = Promise.withResolvers<void>()
  const starting = Promise.withResolvers<Postmaster>()
  const supervision = supervise({
    first,
    startAgain: () => {
      called.resolve()
      return starting.promise
    },
    log: () => {},
    release: () => {},
    backoffMs: 1,
  })
  first.die()
  await called.promise
  const stopped = supervision.stop()
  starting.resolve(late)
  await stopped
  expect(await late.exited).toEqual({ code: 0, signal: null })
})
