import { setTimeout as sleep } from 'node:timers/promises'
import type { Fetch } from '../../platform/outbound/fetch.ts'
import { type S3Account, type S3Request, signRequest } from './sign-request.ts'

export type S3Options = S3Account & { endpoint: string; bucket: string; fetch: Fetch; pauseMs?: number }

/** Objects by their keys, in one bucket. */
export type S3 = {
  put(key: string, bytes: Uint8Array): Promise<void>
  /** Undefined when there is none. */
  get(key: string): Promise<Buffer | undefined>
  /** Also when there is none. */
  remove(key: string): Promise<void>
}

/** The store did not do what was asked. Never holds what the store said: it may quote the request. */
class S3Failed extends Error {
  override name = 'S3Failed'
  readonly status: number | null
  /** Asking again may help. */
  readonly temporary: boolean

  constructor(what: string, status: number | null, temporary: boolean, cause?: unknown) {
    super(`The object store did not ${what}${status === null ? '' : ` (status ${status})`}.`, { cause })
    this.status = status
    this.temporary = temporary
  }
}

const maxTries = 4
const maxBytes = 64 * 1024 * 1024
const isTemporary = (status: number) => status >= 500 || status === 429 || status === 408

/** Path-style: the bucket in the path, which every store understands, also one without a name of its own. */
function urlOf({ endpoint, bucket }: S3Options, key: string): URL {
  const url = new URL(endpoint)
  const path = [bucket, ...key.split('/')].map(encodeURIComponent).join('/')
  url.pathname = `${url.pathname.replace(/\/$/, '')}/${path}`
  return url
}

/** One exchange, its answer read whole; undefined when nobody answered. */
async function exchange(options: S3Options, request: S3Request) {
  const headers = await signRequest(options, request)
  const { method, url, body } = request
  const response = await options.fetch(url, {
    method,
    headers,
    body,
    redirect: 'error',
    timeoutMs: 60_000,
    maxBytes: maxBytes,
  })
  return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) }
}

async function persist(options: S3Options, request: S3Request, what: string) {
  let failure: S3Failed | undefined
  for (let tries = 0; tries < maxTries; tries++) {
    if (tries > 0) await sleep((options.pauseMs ?? 200) * 4 ** (tries - 1))
    try {
      // Signed anew each time: a signature holds for a quarter of an hour only.
      const answer = await exchange(options, request)
      if (!isTemporary(answer.status)) return answer
      failure = new S3Failed(what, answer.status, true)
    } catch (error) {
      failure = new S3Failed(what, null, true, error)
    }
  }
  throw failure
}

export function createS3(options: S3Options): S3 {
  const ask = async (method: S3Request['method'], key: string, what: string, body?: Uint8Array) => {
    const headers = body ? { 'content-type': 'application/octet-stream' } : {}
    const answer = await persist(options, { method, url: urlOf(options, key), headers, body }, what)
    if (answer.status !== 404 && (answer.status < 200 || answer.status > 299))
      throw new S3Failed(what, answer.status, false)
    return answer
  }
  return {
    put: async (key, bytes) => {
      const { status } = await ask('PUT', key, 'keep the file', bytes)
      // The bucket is missing: not to be taken for a missing object.
      if (status === 404) throw new S3Failed('keep the file', status, false)
    },
    get: async (key) => {
      const { status, bytes } = await ask('GET', key, 'give the file')
      return status === 404 ? undefined : bytes
    },
    remove: async (key) => void (await ask('DELETE', key, 'remove the file')),
  }
}
