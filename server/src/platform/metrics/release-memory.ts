import { type EventLoopUtilization, performance } from 'node:perf_hooks'

export type MemoryReleaseOptions = {
  /** Collects all garbage and returns its pages to the system; Node has it with `--expose-gc`. */
  collect(): void
  /** How long there has been no request. */
  quietMs(): number
  residentBytes?(): number
  everyMs?: number
}

// Collecting pauses the process for about half a second, so it waits until neither people nor runs need it.
const minQuietMs = 20_000
const maxUtilization = 0.05
const minGrowthBytes = 24 * 1024 * 1024

/**
 * Gives memory back once there is nothing to do. V8 does so by itself only when nothing is allocated for a while, which
 * never happens here: heartbeats and polls go on. It would keep what the start and the last peak needed.
 */
export function startMemoryRelease(options: MemoryReleaseOptions) {
  const { collect, quietMs, residentBytes = () => process.memoryUsage.rss(), everyMs = 10_000 } = options
  let before: EventLoopUtilization = performance.eventLoopUtilization()
  let kept = 0
  const check = () => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, before)
    before = now
    if (quietMs() < minQuietMs || utilization > maxUtilization) return
    if (residentBytes() < kept + minGrowthBytes) return
    collect()
    kept = residentBytes()
  }
  const timer = setInterval(check, everyMs).unref()
  return { stop: () => clearInterval(timer) }
}

/** Null without `--expose-gc`. */
export const garbageCollector = (): (() => void) | null => {
  const { gc } = globalThis
  return gc ? () => gc({ type: 'major', execution: 'sync', flavor: 'last-resort' }) : null
}
