import autocannon from 'autocannon'

export type Target = { url: string; method: 'GET' | 'POST'; headers?: Record<string, string> }
export type Load = { perSecond: number; p50: number; p99: number; failed: number }

let counter = 0
const body = () => JSON.stringify({ name: `Bench ${process.pid} ${counter++}`, bodyText: 'Kind regards' })

/** Puts load on one target. */
export async function load(target: Target, clients: number, seconds: number): Promise<Load> {
  const { url, method, headers = {} } = target
  const result = await autocannon({
    url,
    connections: clients,
    duration: seconds,
    requests: [
      method === 'GET'
        ? { method, headers }
        : {
            method,
            headers: { ...headers, 'content-type': 'application/json' },
            setupRequest: (request) => ({ ...request, body: body() }),
          },
    ],
  })
  return {
    perSecond: (result['2xx'] ?? 0) / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    failed: result.non2xx + result.errors,
  }
}

export const median = (values: number[]) => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
