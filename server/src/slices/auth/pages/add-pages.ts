import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { localeOf } from '../../../platform/http/locale.ts'
import { authPage, type PageKind } from './page.ts'

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

/** Pages for links that we give out: set-up of the first administrator, acceptance of an invitation, and sign-in. */
export function addAuthPages(server: FastifyInstance, brand: string) {
  const page = (path: string, kind: PageKind) =>
    server.get(path, async (request, reply) => {
      const locale = localeOf(request.headers['accept-language'])
      reply.header('Content-Type', 'text/html; charset=utf-8').header('Content-Security-Policy', policy)
      return authPage(kind, locale, brand)
    })
  const asset = (name: string, type: string) =>
    server.get(`/pages/${name}`, async (_request, reply) => {
      reply.header('Content-Type', type)
      return readFile(new URL(name, import.meta.url))
    })
  page('/sign-in', 'signIn')
  page('/setup', 'setup')
  page('/invitations/accept', 'accept')
  asset('auth.js', 'text/javascript; charset=utf-8')
  asset('auth.css', 'text/css; charset=utf-8')
}
