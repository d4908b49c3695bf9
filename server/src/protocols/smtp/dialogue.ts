import type { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { assertNoTransaction } from '../../platform/concurrency/transaction-scope.ts'
import { createInbox, type Inbox } from './inbox.ts'
import type { Reply } from './reply.ts'
import { SmtpFault } from './smtp-fault.ts'

/** The client side of an SMTP conversation: strictly command, reply, command, reply. */
export type Dialogue = {
  /** Returns the next reply; throws an SmtpFault when there will be none. */
  read(ms: number): Promise<Reply>
  command(line: string, ms: number): Promise<Reply>
  /** Writes bytes, and throws when the server replies in the middle of them. */
  write(bytes: Buffer, ms: number): Promise<void>
  /** Throws unless the connection is open and the server waits for us. */
  assertTurn(): void
  /** Writes bytes without waiting for them to be accepted. */
  post(bytes: string): void
  remoteAddress(): string | undefined
  isSecure(): boolean
  upgrade(secure: (socket: Socket) => Promise<TLSSocket>): Promise<void>
  /** Sends QUIT without waiting for the reply. */
  quit(): void
  destroy(): void
}

const lingerMs = 2_000
const unreachable = (message: string, cause?: unknown) => new SmtpFault('unreachable', message, { cause })

/** Feeds an inbox from a socket until the returned function is called. */
function attach(socket: Socket, inbox: Inbox): () => void {
  const onEnd = () => inbox.fail(unreachable('The server closed the connection.'))
  const onError = (error: Error) => inbox.fail(unreachable(`The connection failed: ${error.message}`, error))
  socket.on('data', inbox.take).on('end', onEnd).on('close', onEnd).on('error', onError)
  return () => {
    socket.off('data', inbox.take).off('end', onEnd).off('close', onEnd).off('error', onError)
    // A late error without a listener would crash the process.
    socket.on('error', () => {})
  }
}

async function writeTo(socket: Socket, inbox: Inbox, bytes: Buffer, ms: number) {
  inbox.assertTurn()
  let isWritten = false
  socket.write(bytes, () => {
    isWritten = true
    inbox.wake()
  })
  await inbox.until(ms, () => {
    inbox.assertTurn()
    return isWritten || undefined
  })
}

/** Sends QUIT if the connection still works, and closes it after a short time. */
function closeGracefully(socket: Socket, inbox: Inbox) {
  if (inbox.failure()) return void socket.destroy()
  socket.end('QUIT\r\n')
  setTimeout(() => socket.destroy(), lingerMs).unref()
}

export function createDialogue(first: Socket, options: { isSecure: boolean; signal: AbortSignal }): Dialogue {
  let socket = first
  let { isSecure } = options
  let inbox = createInbox()
  let detach = attach(socket, inbox)
  const onAbort = () => {
    inbox.fail(new SmtpFault('stopped', 'Sending was stopped.'))
    socket.destroy()
  }
  options.signal.addEventListener('abort', onAbort)
  if (options.signal.aborted) onAbort()

  return {
    read: (ms) => inbox.read(ms),
    async command(line, ms) {
      assertNoTransaction('An SMTP command was sent')
      inbox.assertTurn()
      socket.write(`${line}\r\n`)
      return inbox.read(ms)
    },
    write: (bytes, ms) => writeTo(socket, inbox, bytes, ms),
    assertTurn: () => inbox.assertTurn(),
    post: (bytes) => void socket.write(bytes),
    remoteAddress: () => socket.remoteAddress,
    isSecure: () => isSecure,
    async upgrade(secure) {
      // Plain-text bytes received before TLS would later pass as a reply of the secure server (CVE-2011-0411).
      inbox.assertTurn()
      detach()
      socket = await secure(socket)
      inbox = createInbox()
      detach = attach(socket, inbox)
      isSecure = true
      if (options.signal.aborted) onAbort()
    },
    quit() {
      options.signal.removeEventListener('abort', onAbort)
      closeGracefully(socket, inbox)
    },
    destroy() {
      options.signal.removeEventListener('abort', onAbort)
      socket.destroy()
    },
  }
}
