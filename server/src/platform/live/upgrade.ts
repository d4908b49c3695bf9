import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { livePath } from '@mailwright/contract/live'
import { WebSocketServer } from 'ws'
import { AppError, fault } from '../errors/app-error.ts'
import { type Authenticator, identify, isForeign } from '../http/access.ts'
import type { Caller } from '../http/call.ts'
import { toAppError } from '../http/error-reply.ts'
import type { Origin } from '../http/headers.ts'
import type { Log } from '../log/log.ts'
import type { Hub } from './hub.ts'
import { refuse } from './refuse.ts'

const maxSocketsOfMember = 50
const maxMessageBytes = 1024
// A client that does not answer a close is cut off.
const closeTimeout = 3_000

export type UpgradeDeps = { authenticator: Authenticator; origin: Origin; log: Log }

const tooMany = () =>
  fault('auth.rate_limited', {
    retryAfterSeconds: 30,
    message: {
      en: 'Too many real-time channels are open; close one and try again.',
      fr: 'Trop de canaux temps réel sont ouverts ; fermez-en un puis réessayez.',
    },
  })

const badHandshake = (message: string) =>
  fault('request.bad_request', { details: { issues: [{ path: '', message }] } })

const options = {
  noServer: true,
  clientTracking: false,
  // Messages are short, and each compressed socket would hold some 300 KB.
  perMessageDeflate: false,
  maxPayload: maxMessageBytes,
  closeTimeout,
}

/** Lets a WebSocket in, or answers why not. */
export function createUpgrade({ authenticator, origin, log }: UpgradeDeps, hub: Hub, isOpen: () => boolean) {
  const sockets = new WebSocketServer(options)
  sockets.on('wsClientError', (error, socket, request) =>
    refuse(socket, request, badHandshake(error.message)),
  )

  // After the wait for the database, and nothing waits after it: meanwhile the service may have begun to stop.
  const checkRoom = (caller: Caller) => {
    if (!isOpen()) throw fault('internal.unavailable', { retryAfterSeconds: 1 })
    if (hub.countOf(caller.memberId) >= maxSocketsOfMember) throw tooMany()
  }

  const admit = async (request: IncomingMessage) => {
    if (request.url?.split('?', 1)[0] !== livePath) throw fault('request.not_found')
    const caller = await identify(authenticator, request, origin)
    // Browsers let any site open a socket to any other, cookie and all: only the origin tells.
    if (caller.via.kind === 'session' && isForeign(request.headers, origin)) throw fault('auth.forbidden')
    checkRoom(caller)
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
      // A refusal of our own is no fault to log.
      refuse(socket, request, error instanceof AppError ? error : toAppError(error, undefined, log))
    }
  }
}
