import type { RawData, WebSocket } from 'ws'
import type { Caller } from '../http/call.ts'

const maxBufferedBytes = 1024 * 1024
// Between two pings. The channel expects no messages from clients, so more than this is a flood.
const maxIncoming = 200

/** Close codes: RFC 6455, section 7.4, and one of our own. */
const closings = {
  shutdown: { code: 1001, reason: 'the service is shutting down; reconnect' },
  flood: { code: 1008, reason: 'the channel accepts no messages' },
  slow: { code: 1013, reason: 'too slow; reconnect and reload' },
  ended: { code: 4401, reason: 'the credentials are no longer valid; reconnect' },
} as const
export type ClosingKind = keyof typeof closings

/** One open socket and its caller. */
export type Client = {
  readonly caller: Caller
  send(message: Buffer): void
  /** Sends a ping; a client that has not answered the previous one is terminated. */
  ping(): void
  close(why: ClosingKind): void
  terminate(): void
}

export function createClient(socket: WebSocket, caller: Caller, onClosed: (client: Client) => void): Client {
  let isAlive = true
  let incoming = 0
  const client: Client = {
    caller,
    send(message) {
      if (socket.bufferedAmount > maxBufferedBytes) client.close('slow')
      else socket.send(message, { binary: false })
    },
    ping() {
      if (!isAlive) return client.terminate()
      isAlive = false
      incoming = 0
      if (socket.bufferedAmount > maxBufferedBytes) client.close('slow')
      else socket.ping()
    },
    close(why) {
      // Remove it at once: a client that does not answer the close must not receive anything more.
      onClosed(client)
      socket.close(closings[why].code, closings[why].reason)
    },
    terminate() {
      onClosed(client)
      socket.terminate()
    },
  }
  const onIncoming = (_data: RawData | Buffer) => {
    if (++incoming > maxIncoming) client.close('flood')
    // Closing waits for the other side, which may keep sending.
    if (incoming > 2 * maxIncoming) client.terminate()
  }
  socket.on('message', onIncoming)
  socket.on('ping', onIncoming)
  socket.on('pong', () => {
    isAlive = true
  })
  // ws closes the socket itself (1009 for an oversized message); without a listener the error would be thrown.
  socket.on('error', () => undefined)
  socket.on('close', () => onClosed(client))
  return client
}
