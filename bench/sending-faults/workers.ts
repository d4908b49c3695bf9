import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const file = fileURLToPath(new URL('./worker.ts', import.meta.url))
const randomBetween = (min: number, max: number) => min + Math.random() * (max - min)

/** Worker processes that are killed at random, and sometimes suspended for longer than their lease. */
export function startWorkers(url: string, port: number, size: number) {
  const counts = { started: 0, killed: 0, paused: 0 }
  const children = new Set<ChildProcess>()
  let isStopped = false

  async function keepRunning(index: number) {
    while (!isStopped) {
      const child = spawn(process.execPath, [file, url, String(port)], {
        stdio: ['pipe', 'pipe', 'inherit'],
      })
      children.add(child)
      counts.started++
      await Promise.race([once(child.stdout as NodeJS.ReadableStream, 'data'), once(child, 'exit')])
      await sleep(randomBetween(200, 3_000))
      // The first worker is also suspended; when it resumes, others own its messages.
      if (!isStopped && index === 0 && counts.paused < 3) {
        counts.paused++
        child.kill('SIGSTOP')
        await sleep(12_000)
        child.kill('SIGCONT')
        await sleep(2_000)
      }
      if (!isStopped) counts.killed++
      const exited = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined
      child.kill('SIGKILL')
      await exited
      children.delete(child)
    }
  }
  const loops = Array.from({ length: size }, (_, index) => keepRunning(index))
  return {
    counts,
    stop: async () => {
      isStopped = true
      for (const child of children) child.kill('SIGKILL')
      await Promise.all(loops)
    },
  }
}
