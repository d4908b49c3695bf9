import { afterEach, describe, expect, it, vi } from 'vitest'
import { startMemoryRelease } from './release-memory.ts'

const mb = 1024 * 1024
let release: ReturnType<typeof startMemoryRelease> | undefined
afterEach(() => release?.stop())

/** A process of so many megabytes, of which a collection leaves 150. */
function start(resident: number) {
  const state = { resident, collected: 0, quietMs: 60_000 }
  release = startMemoryRelease({
    collect: () => {
      state.collected++
      state.resident = 150
    },
    quietMs: () => state.quietMs,
    residentBytes: () => state.resident * mb,
    everyMs: 100,
  })
  return state
}
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

describe('the release of memory', () => {
  it('collects once after the start, and again when memory has grown', async () => {
    const state = start(250)
    await vi.waitFor(() => expect(state.collected).toBe(1), 10_000)
    state.resident = 160
    await pause(400)
    expect(state.collected).toBe(1)
    state.resident = 220
    await vi.waitFor(() => expect(state.collected).toBe(2), 10_000)
  })

  it('waits while there are requests', async () => {
    const state = start(250)
    state.quietMs = 5_000
    await pause(400)
    expect(state.collected).toBe(0)
    state.quietMs = 30_000
    await vi.waitFor(() => expect(state.collected).toBe(1), 10_000)
  })

  it('waits while there is work', async () => {
    const state = start(250)
    const busyUntil = performance.now() + 500
    while (performance.now() < busyUntil) {
      const spinUntil = performance.now() + 30
      while (performance.now() < spinUntil);
      await pause(1)
    }
    expect(state.collected).toBe(0)
    await vi.waitFor(() => expect(state.collected).toBe(1), 10_000)
  })
})
