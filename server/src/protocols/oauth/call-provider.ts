import type { Fetch, FetchOptions } from '../../platform/outbound/fetch.ts'
import { cleanText, kindOfError, OAuthFault, oauthFaultOf } from './oauth-fault.ts'
import type { OAuthProvider } from './provider.ts'

export type Json = Record<string, unknown>

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function parse(text: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Follows no redirect: the body contains secrets, and the endpoints are known. */
async function call(fetch: Fetch, url: string, options: FetchOptions) {
  try {
    const response = await fetch(url, {
      redirect: 'error',
      timeoutMs: 15_000,
      maxBytes: 1024 * 1024,
      ...options,
    })
    return { status: response.status, ok: response.ok, text: await response.text() }
  } catch (error) {
    throw oauthFaultOf(error)
  }
}

function faultOf(status: number, body: Json | undefined, secrets: string[]): OAuthFault {
  const error = cleanText(body?.error, secrets)
  const message =
    cleanText(body?.error_description, secrets) || error || `The provider responded with status ${status}.`
  if (status >= 500 || status === 429) return new OAuthFault('transient', message, { error })
  return new OAuthFault(error ? kindOfError(error) : 'configuration', message, { error })
}

export async function getJson(
  fetch: Fetch,
  url: string,
  headers: Record<string, string> = {},
): Promise<Json> {
  const { status, ok, text } = await call(fetch, url, { headers: { accept: 'application/json', ...headers } })
  const body = parse(text)
  if (!ok) throw faultOf(status, body, Object.values(headers))
  // Probably a captive portal, hence transient.
  if (!body) throw new OAuthFault('transient', 'The provider did not respond with JSON.')
  return body
}

/** Posts a form as our client (RFC 6749 2.3.1, secret in the body). The response may be empty. */
export async function postForm(
  fetch: Fetch,
  provider: OAuthProvider,
  url: string,
  form: Record<string, string>,
): Promise<Json | undefined> {
  const { clientId, clientSecret } = provider
  const client = { client_id: clientId, ...(clientSecret !== undefined && { client_secret: clientSecret }) }
  const body = new URLSearchParams({ ...form, ...client })
  const headers = { accept: 'application/json' }
  const { status, ok, text } = await call(fetch, url, { method: 'POST', headers, body })
  const secrets = ['code', 'code_verifier', 'refresh_token', 'token'].map((name) => form[name] ?? '')
  if (!ok) throw faultOf(status, parse(text), [...secrets, clientSecret ?? ''])
  return parse(text)
}
