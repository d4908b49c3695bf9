import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Product } from '../executions/product.ts'

export type Supervised = {
  /** Undefined while the service is down. */
  product(): Product | undefined
  /** How often the service died. */
  deaths(): number
  stop(): Promise<void>
}

/** Runs the service and starts it again whenever it dies, as a service manager would. */
export function supervise(start: () => Promise<Product>): Supervised {
  let current: Product | undefined
  let deaths = 0
  let isStopping = false

  async function runOnce() {
    const product = await start().catch(() => undefined)
    if (product && product.child.exitCode === null && product.child.signalCode === null) {
      const exited = once(product.child, 'exit')
      current = product
      await exited
    }
    current = undefined
    if (!isStopping) deaths++
  }
  const running = (async () => {
    while (!isStopping) {
      await runOnce()
      await sleep(100)
    }
  })()

  return {
    product: () => current,
    deaths: () => deaths,
    async stop() {
      isStopping = true
      await current?.stop()
      await running
    },
  }
}
