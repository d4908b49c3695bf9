// The attacking member, in a process of its own with the lowest priority: it stands for another machine, and must not
// slow down the measurement of the others.
import { setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { createCall } from '../executions/product.ts'
import { type Attack, prepareAttacks } from './attacks.ts'

export type Order =
  | { do: 'prepare'; url: string; headers: Record<string, string>; silentUrl: string }
  | { do: 'start'; title: string }
  | { do: 'stop' }

setPriority(19)
let attacks: Attack[] = []
let running: { isOver: boolean; done: Promise<void>; attack: Attack } | undefined

async function repeat(run: { isOver: boolean }, attack: Attack) {
  while (!run.isOver) {
    await attack.repeat().catch(() => undefined)
    await sleep(5)
  }
}

async function follow(order: Order): Promise<unknown> {
  if (order.do === 'prepare') {
    const { url, headers, silentUrl } = order
    attacks = await prepareAttacks({ url, headers, call: createCall(url, headers) }, silentUrl)
    return attacks.map(({ title }) => title)
  }
  if (order.do === 'start') {
    const attack = attacks.find(({ title }) => title === order.title)
    if (!attack) throw new Error(`no attack with the title ${order.title}`)
    const run = { isOver: false, attack, done: Promise.resolve() }
    run.done = repeat(run, attack)
    running = run
    return undefined
  }
  if (!running) return undefined
  running.isOver = true
  await running.done
  return running.attack.end()
}

process.on('message', (order: Order) => {
  void follow(order).then(
    (reply) => process.send?.({ reply }),
    (error) => process.send?.({ error: String(error) }),
  )
})
