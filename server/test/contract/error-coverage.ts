import { appendFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { errorCodesOf } from '@mailwright/contract/codes'
import type { RouteDeclaration } from '@mailwright/contract/route'
import type { FastifyInstance } from 'fastify'

// Every code that a route lists must be returned by it in some test. Test files run in separate processes, so each one
// records what it saw, and the end of the run (global-setup.ts) compares.

const lineOf = (route: RouteDeclaration, code: string) => `${route.method} ${route.path} ${code}`

const codeIn = (payload: unknown): string | undefined => {
  try {
    return typeof payload === 'string' ? (JSON.parse(payload) as { code?: string }).code : undefined
  } catch {
    return undefined
  }
}

/** Records each error code that a route of this server returns, once for each process. */
export function recordAnswers(http: FastifyInstance, folder: string | undefined) {
  if (folder === undefined) return
  const seen = new Set<string>()
  http.addHook('onSend', (request, reply, payload, done) => {
    const route = request.routeOptions.config.declaration
    const code = route && reply.statusCode >= 400 ? codeIn(payload) : undefined
    if (route && code !== undefined && !seen.has(lineOf(route, code))) {
      seen.add(lineOf(route, code))
      appendFileSync(join(folder, `${process.pid}.log`), `${lineOf(route, code)}\n`)
    }
    done(null, payload)
  })
}

export async function readAnswers(folder: string): Promise<Set<string>> {
  const files = await readdir(folder)
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
  return new Set(texts.flatMap((text) => text.split('\n').filter(Boolean)))
}

/** Internal errors of any route: one occurrence is enough, since some routes have nothing that can fail. */
const onceIsEnough = new Set(['internal.error', 'internal.unavailable'])

/** Listed because the specification calls it common, but only routes for administrators can return it. */
const neverSaid = (route: RouteDeclaration, code: string) =>
  // Needs a database that hangs: database-hung.test.ts, where the service is another process.
  code === 'internal.outcome_unknown' ||
  (code === 'auth.forbidden' && route.method === 'GET' && route.access.kind !== 'admin') ||
  // The specification lists the code, but also requires 404, never 403, for what is out of the member's scope.
  (code === 'credential.admin_required' && route.method === 'PUT')

/** The codes that are listed but were never returned. */
export function missingAnswers(routes: RouteDeclaration[], seen: ReadonlySet<string>): string[] {
  const seenCodes = new Set([...seen].map((line) => line.slice(line.lastIndexOf(' ') + 1)))
  const isMissing = (route: RouteDeclaration, code: string) =>
    onceIsEnough.has(code) ? !seenCodes.has(code) : !seen.has(lineOf(route, code)) && !neverSaid(route, code)
  const missing = routes.flatMap((route) =>
    errorCodesOf(route)
      .filter((code) => isMissing(route, code))
      .map((code) => (onceIsEnough.has(code) ? `any route ${code}` : lineOf(route, code))),
  )
  return [...new Set(missing)]
}
