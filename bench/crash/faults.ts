import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Product } from '../executions/product.ts'
import type { Callers } from './callers.ts'

type Start = (environment?: Record<string, string>) => Promise<Product>
export type FaultResult = { accepted: Map<string, string>; recoveries: number[] }

const randomBetween = (min: number, max: number) => min + Math.random() * (max - min)

async function kill(product: Product) {
  const ended = once(product.child, 'exit')
  product.child.kill('SIGKILL')
  await ended
}

/** Kills the service at random moments under load and restarts it at once. Recovery ends with the next accepted call. */
export async function killRepeatedly(p: {
  first: Product
  start: Start
  kills: number
  callers: Callers
}): Promise<FaultResult> {
  const recoveries: number[] = []
  let product: Product | undefined = p.first
  p.callers.start(() => product?.url)
  for (let n = 0; n < p.kills; n++) {
    await p.callers.next()
    await sleep(randomBetween(50, 700))
    const old: Product | undefined = product
    product = undefined
    if (old) await kill(old)
    const at = performance.now()
    product = await p.start()
    await p.callers.next()
    recoveries.push(performance.now() - at)
  }
  await sleep(1_000)
  await p.callers.stop()
  // Let the runs that started before the last kill finish.
  await sleep(11_000)
  await product?.stop()
  // One more start, so that any remaining run can finish.
  const last = await p.start()
  await sleep(2_000)
  await last.stop()
  return { accepted: p.callers.accepted, recoveries }
}

/** Of two working processes one is suspended; the other takes over, and the resumed one must change nothing. */
export async function stopOneOfTwo({
  start,
  callers,
}: {
  start: Start
  callers: Callers
}): Promise<FaultResult> {
  const api = await start()
  const worker = await start({ MAILWRIGHT_ROLES: 'worker' })
  callers.start(() => api.url)
  for (let n = 0; n < 3; n++) {
    await sleep(2_000)
    worker.child.kill('SIGSTOP')
    await sleep(14_000)
    worker.child.kill('SIGCONT')
    await sleep(2_000)
  }
  await callers.stop()
  await sleep(12_000)
  await worker.stop()
  await api.stop()
  return { accepted: callers.accepted, recoveries: [] }
}

export async function restartDatabase(p: {
  start: Start
  restart(): Promise<void>
  callers: Callers
}): Promise<FaultResult> {
  const recoveries: number[] = []
  const product = await p.start()
  p.callers.start(() => product.url)
  for (let n = 0; n < 3; n++) {
    await sleep(2_000)
    await p.restart()
    const at = performance.now()
    await p.callers.next()
    recoveries.push(performance.now() - at)
  }
  await sleep(2_000)
  await p.callers.stop()
  await sleep(5_000)
  await product.stop()
  return { accepted: p.callers.accepted, recoveries }
}
