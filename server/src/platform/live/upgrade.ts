import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { livePath } from '@mailwright/contract/live'
import { WebSocketServer } from 'ws'
import { AppError, fault } from '../errors/app-error.ts'
import { type Authenticator, identify, isCrossSite } from '../http/access.ts'
import type { Caller } from '../http/call.ts'
import { toAppError } from '../http/error-reply.ts'
import type { Origin } from '../http/headers.ts'
import type { Log } from '../log/log.ts'
import type { Hub } from './hub.ts'
import { rejectUpgrade } from './reject-upgrade.ts'

const maxSocketsPerMember = 50
const maxMessageBytes = 1024
// A client that does not answer a close is terminated.
const closeTimeout = 3_000

export type UpgradeDeps = { authenticator: Authenticator; origin: Origin; log: Log }

const tooManySockets = () =>
  fault('auth.rate_limited', {
    retryAfterSeconds: 30,
    message: {
      en: 'Too many real-time connections are open. Close one and try again.',
      fr: 'Trop de connexions temps réel sont ouvertes. Fermez-en une, puis réessayez.',
    },
  })

const badHandshake = (message: string) =>
  fault('request.bad_request', { details: { issues: [{ path: '', message }] } })

const options = {
  noServer: true,
  clientTracking: false,
  // Messages are short, and compression would cost about 300 KB per socket.
  perMessageDeflate: false,
  maxPayload: maxMessageBytes,
  closeTimeout,
}

/** Accepts a WebSocket, or answers with an error. */
export function createUpgrade({ authenticator, origin, log }: UpgradeDeps, hub: Hub, isOpen: () => boolean) {
  const sockets = new WebSocketServer(options)
  sockets.on('wsClientError', (error, socket, request) =>
    rejectUpgrade(socket, request, badHandshake(error.message)),
  )

  // Checked last, with no await after it: the service may have started to stop during authentication.
  const checkCapacity = (caller: Caller) => {
    if (!isOpen()) throw fault('internal.unavailable', { retryAfterSeconds: 1 })
    if (hub.countOf(caller.memberId) >= maxSocketsPerMember) throw tooManySockets()
  }

  const admit = async (request: IncomingMessage) => {
    if (request.url?.split('?', 1)[0] !== livePath) throw fault('request.not_found')
    const caller = await identify(authenticator, request, origin)
    // Browsers let any site open a socket to any other, with cookies: only the origin shows it.
    if (caller.via.kind === 'session' && isCrossSite(request.headers, origin)) throw fault('auth.forbidden')
    checkCapacity(caller)
    return caller
  }

  return async (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const onError = () => socket.destroy()
    socket.on('error', onError)
    try {
      const caller = await admit(request)
      if (socket.destroyed) return
      sockets.handleUpgrade(request, socket, head, (ws) => hub.add(ws, caller))
      socket.off('error', onError)
    } catch (error) {
      // A deliberate rejection is not logged.
      rejectUpgrade(socket, request, error instanceof AppError ? error : toAppError(error, undefined, log))
    }
  }
}
