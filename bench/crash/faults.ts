import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Product } from '../executions/product.ts'
import type { Callers } from './callers.ts'

type Start = (environment?: Record<string, string>) => Promise<Product>
export type FaultResult = {
  accepted: Map<string, string>
  recoveries: number[]
  /** Stops the service, which finishes its runs until then. */
  stop(): Promise<unknown>
}

const randomBetween = (min: number, max: number) => min + Math.random() * (max - min)

async function kill(product: Product) {
  const ended = once(product.child, 'exit')
  product.child.kill('SIGKILL')
  await ended
}

/** Kills the service at random moments under load and restarts it at once. Recovery ends with the next accepted call. */
export async function killRepeatedly(p: {
  start: Start
  kills: number
  callers: Callers
}): Promise<FaultResult> {
  const recoveries: number[] = []
  let product: Product | undefined = await p.start()
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
  const last = product
  return { accepted: p.callers.accepted, recoveries, stop: async () => last?.stop() }
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
  const stop = () => Promise.all([worker.stop(), api.stop()])
  return { accepted: callers.accepted, recoveries: [], stop }
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
  return { accepted: p.callers.accepted, recoveries, stop: () => product.stop() }
}
