import type { RawData, WebSocket } from 'ws'
import type { Caller } from '../http/call.ts'

const maxBufferedBytes = 1024 * 1024
// Between two pings. The channel expects nothing from clients, so that this is a flood.
const maxHeard = 200

/** Close codes: RFC 6455, section 7.4, and one of our own. */
const closings = {
  shutdown: { code: 1001, reason: 'the service stops; connect again' },
  flood: { code: 1008, reason: 'the channel takes no messages' },
  slow: { code: 1013, reason: 'too slow; connect again and read anew' },
  ended: { code: 4401, reason: 'what was presented no longer holds; connect again' },
} as const
export type ClosingKind = keyof typeof closings

/** One open socket and who listens there. */
export type Client = {
  readonly caller: Caller
  send(message: Buffer): void
  /** Asks for a sign of life; one that gave none since the last time is cut off. */
  ping(): void
  close(why: ClosingKind): void
  terminate(): void
}

export function createClient(socket: WebSocket, caller: Caller, onGone: (client: Client) => void): Client {
  let answered = true
  let heard = 0
  const client: Client = {
    caller,
    send(message) {
      if (socket.bufferedAmount > maxBufferedBytes) client.close('slow')
      else socket.send(message, { binary: false })
    },
    ping() {
      if (!answered) return client.terminate()
      answered = false
      heard = 0
      if (socket.bufferedAmount > maxBufferedBytes) client.close('slow')
      else socket.ping()
    },
    close(why) {
      // Gone at once: a client that does not answer the close must hear nothing more.
      onGone(client)
      socket.close(closings[why].code, closings[why].reason)
    },
    terminate() {
      onGone(client)
      socket.terminate()
    },
  }
  const hear = (_data: RawData | Buffer) => {
    if (++heard > maxHeard) client.close('flood')
    // Closing waits for the other side, which may go on talking.
    if (heard > 2 * maxHeard) client.terminate()
  }
  socket.on('message', hear)
  socket.on('ping', hear)
  socket.on('pong', () => {
    answered = true
  })
  // ws closes the socket by itself (1009 for a message that is too long); without a listener it would throw.
  socket.on('error', () => undefined)
  socket.on('close', () => onGone(client))
  return client
}
