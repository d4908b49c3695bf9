import { asSession, type Client, clientOf } from '../server/test/client.ts'
import type { DemoMember } from './company/people.ts'

type Body = Awaited<ReturnType<Client>>['body']

export type SignedIn = DemoMember & {
  sessionToken: string
  /** Calls the interface as the member; throws if it answers with an error. */
  call(method: string, path: string, body?: unknown): Promise<Body>
}

async function callOf(client: Client, method: string, path: string, body?: unknown): Promise<Body> {
  const answer = await client(method, `/api/v1${path}`, body === undefined ? {} : { body })
  if (answer.status >= 400) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`)
  return answer.body
}

/** Signs in by a request that answers with the cookie of a session. */
export async function signIn(url: string, member: DemoMember, path: string, body: object): Promise<SignedIn> {
  const answer = await clientOf(url)('POST', `/api/v1${path}`, { body })
  const [, sessionToken] = /mailwright_session=([^;]+)/.exec(answer.headers.get('set-cookie') ?? '') ?? []
  if (sessionToken === undefined) throw new Error(`${path} answered ${answer.status}: ${answer.text}`)
  const client = asSession(url, sessionToken)
  return { ...member, sessionToken, call: (method, to, given) => callOf(client, method, to, given) }
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Waits until `look` returns something; fails after two minutes. */
export async function eventually<T>(what: string, look: () => Promise<T | undefined | false>): Promise<T> {
  const end = Date.now() + 120_000
  while (Date.now() < end) {
    const found = await look()
    if (found) return found
    await sleep(200)
  }
  throw new Error(`${what} did not happen`)
}
