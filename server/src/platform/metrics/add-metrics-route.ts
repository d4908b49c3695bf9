import type { FastifyInstance } from 'fastify'
import { hashToken, sameHash } from '../crypto/tokens.ts'
import type { Metrics } from './metrics.ts'

/** Serves /metrics on the main port to requests with the token; all others get 404. */
export function addMetricsRoute(server: FastifyInstance, { registry }: Metrics, token: string) {
  const expected = hashToken(`Bearer ${token}`)
  server.get('/metrics', async (request, reply) => {
    if (!sameHash(hashToken(request.headers.authorization ?? ''), expected)) return reply.callNotFound()
    reply.header('Content-Type', registry.contentType)
    return registry.metrics()
  })
}
