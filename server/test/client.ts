export type Answer = {
  status: number
  headers: Headers
  // Tests read replies of every shape; the server validates each against its declaration.
  // biome-ignore lint/suspicious/noExplicitAny: see above.
  body: any
  text: string
}

export type Sent = { body?: unknown; headers?: Record<string, string>; raw?: string | Buffer; type?: string }
export type Client = (method: string, path: string, sent?: Sent) => Promise<Answer>

async function read(response: Response): Promise<Answer> {
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: isJson && text ? JSON.parse(text) : undefined,
  }
}

/** Calls the server anonymously, with a session or with a key. */
export const clientOf =
  (url: string, credentials: Record<string, string> = {}): Client =>
  async (method, path, { body, headers = {}, raw, type = 'application/json' } = {}) => {
    const content = raw ?? (body === undefined ? undefined : JSON.stringify(body))
    return read(
      await fetch(`${url}${path}`, {
        method,
        headers: { ...(content === undefined ? {} : { 'content-type': type }), ...credentials, ...headers },
        ...(content === undefined ? {} : { body: content }),
        redirect: 'manual',
      }),
    )
  }

export const asSession = (url: string, token: string) =>
  clientOf(url, { cookie: `mailwright_session=${token}` })
export const asKey = (url: string, token: string) => clientOf(url, { authorization: `Bearer ${token}` })
