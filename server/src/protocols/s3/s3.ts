import { setTimeout as sleep } from 'node:timers/promises'
import type { Fetch } from '../../platform/outbound/fetch.ts'
import { type S3Account, type S3Request, signRequest } from './sign-request.ts'

export type S3Options = S3Account & { endpoint: string; bucket: string; fetch: Fetch; pauseMs?: number }

/** Objects by key in one bucket. */
export type S3 = {
  put(key: string, bytes: Uint8Array): Promise<void>
  /** Undefined when there is no such object. */
  get(key: string): Promise<Buffer | undefined>
  /** Succeeds also when there is no such object. */
  remove(key: string): Promise<void>
}

/** A failed request. Never contains the response body, which may quote the request. */
class S3Failed extends Error {
  override name = 'S3Failed'
  readonly status: number | null
  /** Whether a retry may succeed. */
  readonly temporary: boolean

  constructor(what: string, status: number | null, temporary: boolean, cause?: unknown) {
    super(`The object store did not ${what}${status === null ? '' : ` (status ${status})`}.`, { cause })
    this.status = status
    this.temporary = temporary
  }
}

const maxAttempts = 4
const maxBytes = 64 * 1024 * 1024
const isTemporary = (status: number) => status >= 500 || status === 429 || status === 408

/** Path-style URLs (bucket in the path) work with every store, also with one addressed by IP. */
function urlOf({ endpoint, bucket }: S3Options, key: string): URL {
  const url = new URL(endpoint)
  const path = [bucket, ...key.split('/')].map(encodeURIComponent).join('/')
  url.pathname = `${url.pathname.replace(/\/$/, '')}/${path}`
  return url
}

async function sendOnce(options: S3Options, request: S3Request) {
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

async function sendWithRetries(options: S3Options, request: S3Request, what: string) {
  let failure: S3Failed | undefined
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    if (attempt > 0) await sleep((options.pauseMs ?? 200) * 4 ** (attempt - 1))
    try {
      // Signed for each attempt: a signature is valid for 15 minutes only.
      const response = await sendOnce(options, request)
      if (!isTemporary(response.status)) return response
      failure = new S3Failed(what, response.status, true)
    } catch (error) {
      failure = new S3Failed(what, null, true, error)
    }
  }
  throw failure
}

export function createS3(options: S3Options): S3 {
  const request = async (method: S3Request['method'], key: string, what: string, body?: Uint8Array) => {
    const headers = body ? { 'content-type': 'application/octet-stream' } : {}
    const response = await sendWithRetries(options, { method, url: urlOf(options, key), headers, body }, what)
    if (response.status !== 404 && (response.status < 200 || response.status > 299))
      throw new S3Failed(what, response.status, false)
    return response
  }
  return {
    put: async (key, bytes) => {
      const { status } = await request('PUT', key, 'store the file', bytes)
      // On PUT, 404 means that the bucket is missing.
      if (status === 404) throw new S3Failed('store the file', status, false)
    },
    get: async (key) => {
      const { status, bytes } = await request('GET', key, 'return the file')
      return status === 404 ? undefined : bytes
    },
    remove: async (key) => void (await request('DELETE', key, 'remove the file')),
  }
}
