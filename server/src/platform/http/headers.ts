import type { FastifyInstance } from 'fastify'

/** The public address, for links and for the origin check. */
export type Origin = {
  url: string
  secure: boolean
  /** Other names of this machine, if no public address is set. */
  aliases: string[]
}

/** The public address, or the one we listen on with its local names. */
export function originOf(baseUrl: string | undefined, host: string, port: number): Origin {
  if (baseUrl) return { url: baseUrl, secure: baseUrl.startsWith('https:'), aliases: [] }
  const shown = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  const url = `http://${shown.includes(':') ? `[${shown}]` : shown}:${port}`
  const aliases = ['localhost', '127.0.0.1', '[::1]'].map((name) => `http://${name}:${port}`)
  return { url, secure: false, aliases }
}

export const cookieName = (origin: Origin) =>
  origin.secure ? '__Host-mailwright_session' : 'mailwright_session'

export const sessionCookie = (origin: Origin, token: string, maxAgeSeconds: number) =>
  `${cookieName(origin)}=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAgeSeconds}${origin.secure ? '; Secure' : ''}`

export const deviceCookieName = (origin: Origin) =>
  origin.secure ? '__Host-mailwright_device' : 'mailwright_device'

const deviceSeconds = 365 * 24 * 60 * 60

/** Marks a browser that has signed in before. */
export const deviceCookie = (origin: Origin, token: string) =>
  `${deviceCookieName(origin)}=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${deviceSeconds}${origin.secure ? '; Secure' : ''}`

export function readCookie(header: string | undefined, name: string): string | undefined {
  for (const part of header?.split(';') ?? []) {
    const at = part.indexOf('=')
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim()
  }
  return undefined
}

/** Sent with every response; pages that need more override them. */
export const securityHeaders = (origin: Origin): [string, string][] => [
  ['X-Content-Type-Options', 'nosniff'],
  ['X-Frame-Options', 'DENY'],
  ['Referrer-Policy', 'no-referrer'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
  [
    'Content-Security-Policy',
    "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  ],
  ['Cache-Control', 'no-store'],
  ...(origin.secure
    ? ([['Strict-Transport-Security', 'max-age=31536000; includeSubDomains']] as [string, string][])
    : []),
]

export function addSecurityHeaders(server: FastifyInstance, origin: Origin) {
  const headers = Object.fromEntries(
    securityHeaders(origin).map(([name, value]) => [name.toLowerCase(), value]),
  )
  server.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header('x-request-id', request.id)
    done()
  })
}
