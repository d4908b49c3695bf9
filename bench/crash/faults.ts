import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Product } from '../executions/product.ts'
import type { Callers } from './callers.ts'

type Start = (environment?: Record<string, string>) => Promise<Product>
export type Story = { accepted: Map<string, string>; recoveries: number[] }

const between = (least: number, most: number) => least + Math.random() * (most - least)

async function kill(product: Product) {
  const ended = once(product.child, 'exit')
  product.child.kill('SIGKILL')
  await ended
}

/** Killed at random moments under load, started again at once. A recovery lasts until the next call is taken. */
export async function killAgainAndAgain(p: {
  first: Product
  start: Start
  kills: number
  callers: Callers
}): Promise<Story> {
  const recoveries: number[] = []
  let product: Product | undefined = p.first
  p.callers.begin(() => product?.url)
  for (let n = 0; n < p.kills; n++) {
    await p.callers.next()
    await sleep(between(50, 700))
    const old: Product | undefined = product
    product = undefined
    if (old) await kill(old)
    const at = performance.now()
    product = await p.start()
    await p.callers.next()
    recoveries.push(performance.now() - at)
  }
  await sleep(1_000)
  await p.callers.end()
  // What was begun before the last kill must end too; it does while the service runs.
  await sleep(11_000)
  await product?.stop()
  // One more life, so that whatever was left has somebody to end it.
  const last = await p.start()
  await sleep(2_000)
  await last.stop()
  return { accepted: p.callers.accepted, recoveries }
}

/** Two processes work; one is stopped in the middle of it, the other takes over, and the woken one changes nothing. */
export async function stopOneOfTwo({ start, callers }: { start: Start; callers: Callers }): Promise<Story> {
  const api = await start()
  const worker = await start({ MAILWRIGHT_ROLES: 'worker' })
  callers.begin(() => api.url)
  for (let n = 0; n < 3; n++) {
    await sleep(2_000)
    worker.child.kill('SIGSTOP')
    await sleep(14_000)
    worker.child.kill('SIGCONT')
    await sleep(2_000)
  }
  await callers.end()
  await sleep(12_000)
  await worker.stop()
  await api.stop()
  return { accepted: callers.accepted, recoveries: [] }
}

export async function restartDatabase(p: {
  start: Start
  restart(): Promise<void>
  callers: Callers
}): Promise<Story> {
  const recoveries: number[] = []
  const product = await p.start()
  p.callers.begin(() => product.url)
  for (let n = 0; n < 3; n++) {
    await sleep(2_000)
    await p.restart()
    const at = performance.now()
    await p.callers.next()
    recoveries.push(performance.now() - at)
  }
  await sleep(2_000)
  await p.callers.end()
  await sleep(5_000)
  await product.stop()
  return { accepted: p.callers.accepted, recoveries }
}
