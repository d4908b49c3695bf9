import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const file = fileURLToPath(new URL('./worker.ts', import.meta.url))
const between = (least: number, most: number) => least + Math.random() * (most - least)

/** Worker processes that are killed at random, now and then stopped for longer than others wait for them. */
export function startCrew(url: string, port: number, size: number) {
  const counts = { started: 0, killed: 0, paused: 0 }
  const children = new Set<ChildProcess>()
  let over = false

  async function live(place: number) {
    while (!over) {
      const child = spawn(process.execPath, [file, url, String(port)], {
        stdio: ['pipe', 'pipe', 'inherit'],
      })
      children.add(child)
      counts.started++
      await Promise.race([once(child.stdout as NodeJS.ReadableStream, 'data'), once(child, 'exit')])
      await sleep(between(200, 3_000))
      // The first place is also put to sleep: it wakes to find its mails in other hands.
      if (!over && place === 0 && counts.paused < 3) {
        counts.paused++
        child.kill('SIGSTOP')
        await sleep(12_000)
        child.kill('SIGCONT')
        await sleep(2_000)
      }
      if (!over) counts.killed++
      const gone = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined
      child.kill('SIGKILL')
      await gone
      children.delete(child)
    }
  }
  const lives = Array.from({ length: size }, (_, place) => live(place))
  return {
    counts,
    stop: async () => {
      over = true
      for (const child of children) child.kill('SIGKILL')
      await Promise.all(lives)
    },
  }
}
