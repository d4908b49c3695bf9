import type { FastifyRequest } from 'fastify'
import { hashToken } from '../crypto/tokens.ts'
import { bearerOf } from './access.ts'
import type { Caller } from './call.ts'
import type { Asker } from './fair-door.ts'
import { cookieName, type Origin, readCookie } from './headers.ts'

const maxKnown = 10_000

export type KnownCallers = {
  /** Who is asking, as far as that is known without asking the database. */
  askerOf(request: FastifyRequest): Asker | undefined
  remember(request: FastifyRequest, caller: Caller): void
}

/**
 * Remembers which member a session or key belongs to, to say whose turn it is before the request costs anything. It
 * gives no access: every request is authenticated afterwards.
 */
export function createKnownCallers(origin: Origin): KnownCallers {
  const members = new Map<string, string>()

  function credentialOf({ headers }: FastifyRequest): string | undefined {
    const token = bearerOf(headers) ?? readCookie(headers.cookie, cookieName(origin))
    return token && hashToken(token).toString('latin1')
  }

  return {
    askerOf(request) {
      if (request.routeOptions.config.declaration?.limitedByAddress === 'webhook')
        return { key: `webhook ${(request.params as { token?: string }).token}`, isLight: true }
      const credential = credentialOf(request)
      const memberId = credential && members.get(credential)
      return memberId ? { key: memberId, isLight: false } : undefined
    },
    remember(request, caller) {
      const credential = credentialOf(request)
      if (!credential || members.has(credential)) return
      if (members.size >= maxKnown) members.clear()
      members.set(credential, caller.memberId)
    },
  }
}
