import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { body } from './graphs.ts'

type Paced = { accepted: number; failed: number; p50: number; p99: number; seconds: number }

/** Calls evenly over time, over so many connections; a call that must wait for one counts from when it was due. */
export async function callPaced(url: string, clients: number, rate: number, seconds: number): Promise<Paced> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  const took: number[] = []
  let failed = 0
  const call = (id: number) =>
    new Promise<void>((resolve) => {
      const due = performance.now()
      const headers = { 'content-type': 'application/json' }
      const sent = request(url, { method: 'POST', agent, headers }, (answer) => {
        if (answer.statusCode !== 202) failed++
        answer.resume().on('end', () => {
          took.push(performance.now() - due)
          resolve()
        })
      })
      sent.on('error', () => {
        failed++
        resolve()
      })
      sent.end(body(`order-${id}`))
    })
  const began = performance.now()
  const calls: Promise<void>[] = []
  for (let id = 0; id < rate * seconds; ) {
    const due = Math.floor(((performance.now() - began) / 1000) * rate)
    while (id <= due && id < rate * seconds) calls.push(call(id++))
    await sleep(1)
  }
  await Promise.all(calls)
  agent.destroy()
  const sorted = took.toSorted((a, b) => a - b)
  const at = (share: number) => Math.round(sorted[Math.floor(sorted.length * share)] ?? Number.NaN)
  return {
    ...{ accepted: took.length - failed, failed, p50: at(0.5), p99: at(0.99) },
    seconds: (performance.now() - began) / 1000,
  }
}
