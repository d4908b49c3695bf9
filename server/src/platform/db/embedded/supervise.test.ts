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
  const die = () => resolve({ code: null, signal: 'SIGKILL' })
  return { pid: 1, exited: promise, shutDown, kill: die, die }
}

test('keeps trying to restart, then gives up with the reason and releases the folder', async () => {
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
    warn: (line) => lines.push(line),
    release: () => {
      released = true
    },
    backoffMs: 1,
    maxOutageMs: 200,
  })
  first.die()
  const restartFailure = 'PostgreSQL did not start.'
  expect(await supervision.exited).toEqual({ code: null, signal: 'SIGKILL', restartFailure })
  expect(attempts).toBeGreaterThan(5)
  expect(released).toBe(true)
  expect(lines).toContain('Restart 5 of PostgreSQL failed, trying again in 64 ms. PostgreSQL did not start.')
  await supervision.stop()
})

test('comes back when what prevented the restart has passed', async () => {
  const first = fakePostmaster()
  const later = fakePostmaster()
  const back = Promise.withResolvers<void>()
  let attempts = 0
  const supervision = supervise({
    first,
    startAgain: async () => {
      if (++attempts < 8) throw new Error('No space left on device.')
      back.resolve()
      return later
    },
    warn: () => {},
    release: () => {},
    backoffMs: 1,
  })
  first.die()
  await back.promise
  await supervision.stop()
  expect(await supervision.exited).toEqual({ code: 0, signal: null })
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
    warn: () => {},
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
  const supervision = supervise({ first, startAgain, warn: () => {}, release: () => {}, backoffMs: 60_000 })
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
    warn: () => {},
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

test('ends and restarts a server that runs but does not answer, and says so before', async () => {
  const lines: string[] = []
  const first = fakePostmaster()
  const later = fakePostmaster()
  const restarted = Promise.withResolvers<void>()
  const supervision = supervise({
    first,
    startAgain: async () => {
      restarted.resolve()
      return later
    },
    answers: async () => false,
    probeMs: 20,
    maxOutageMs: 200,
    warn: (line) => lines.push(line),
    release: () => {},
    backoffMs: 1,
  })
  await restarted.promise
  expect(await first.exited).toEqual({ code: null, signal: 'SIGKILL' })
  expect(lines[0]).toMatch(/^PostgreSQL \(pid 1\) runs but has not answered for \d+ s\.$/)
  await supervision.stop()
})
