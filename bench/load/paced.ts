import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

export type Call = { url: string; method: string; headers: Record<string, string>; body?: string }
type Load = { clients: number; rate: number; seconds: number; next(n: number): Call }
export type Paced = { accepted: number; failed: number; p50: number; p99: number; seconds: number }

function callOnce(agent: Agent, { url, method, headers, body }: Call): Promise<boolean> {
  return new Promise((resolve) => {
    const sent = request(url, { method, agent, headers }, (answer) => {
      const { statusCode = 0 } = answer
      answer.resume().on('end', () => resolve(statusCode >= 200 && statusCode < 300))
    })
    sent.on('error', () => resolve(false))
    sent.end(body)
  })
}

/** Calls evenly over time, over so many connections; a call that must wait for one counts from when it was due. */
export async function callPaced({ clients, rate, seconds, next }: Load): Promise<Paced> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  const took: number[] = []
  let failed = 0
  const call = async (n: number) => {
    const due = performance.now()
    if (!(await callOnce(agent, next(n)))) failed++
    took.push(performance.now() - due)
  }
  const began = performance.now()
  const calls: Promise<void>[] = []
  for (let n = 0; n < rate * seconds; ) {
    const due = Math.floor(((performance.now() - began) / 1000) * rate)
    while (n <= due && n < rate * seconds) calls.push(call(n++))
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
