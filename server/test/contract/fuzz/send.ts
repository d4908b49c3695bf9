import { Agent, request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { Case } from './case.ts'

export type FuzzAnswer = {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
  ms: number
}

const agent = new Agent({ keepAlive: true, maxSockets: 8 })

/**
 * Sends a request unmodified. `fetch` would normalise the URL and reject half of the headers.
 */
export function send(url: string, one: Case, attempt = 0): Promise<FuzzAnswer> {
  const { hostname, port, protocol } = new URL(url)
  const started = performance.now()
  const secure = protocol === 'https:'
  return new Promise((resolve, reject) => {
    const body = one.body === undefined ? undefined : Buffer.from(one.body)
    const length = body ? { 'content-length': String(body.length) } : {}
    const options = {
      hostname,
      port,
      method: one.method,
      path: one.path,
      headers: { ...length, ...one.headers },
      ...(secure ? {} : { agent }),
    }
    let answered = false
    const outgoing = (secure ? httpsRequest : httpRequest)(options, (incoming) => {
      answered = true
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('error', reject)
      incoming.on('end', () =>
        resolve({
          status: incoming.statusCode ?? 0,
          headers: incoming.headers,
          text: Buffer.concat(chunks).toString(),
          ms: performance.now() - started,
        }),
      )
    })
    outgoing.on('error', (error) => {
      // The server may close a connection after rejecting a body, just as it is reused.
      if (answered) return
      if (attempt < 2) send(url, one, attempt + 1).then(resolve, reject)
      else reject(error)
    })
    outgoing.end(body)
  })
}
