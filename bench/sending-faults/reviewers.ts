import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const file = fileURLToPath(new URL('./reviewer.ts', import.meta.url))

/** People who decide about the same drafts at once, in processes that die again and again. Drafts that fail return. */
export function startReviewers(url: string, memberId: string, size: number) {
  const counts = { started: 0, died: 0 }
  let isStopped = false

  async function keepRunning() {
    while (!isStopped) {
      counts.started++
      const child = spawn(process.execPath, [file, url, memberId], { stdio: ['pipe', 'inherit', 'inherit'] })
      const [code] = await once(child, 'exit')
      if (code === 0) await sleep(500)
      else counts.died++
    }
  }
  const loops = Array.from({ length: size }, keepRunning)
  return {
    counts,
    stop: async () => {
      isStopped = true
      await Promise.all(loops)
    },
  }
}
