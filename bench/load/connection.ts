import { connect } from 'node:net'

export type Call = { url: string; method: string; headers: Record<string, string>; body?: string }

/** The bytes of an HTTP request. */
export function bytesOf({ url, method, headers, body = '' }: Call): string {
  const { host, pathname, search } = new URL(url)
  const length = body ? { 'content-length': String(Buffer.byteLength(body)) } : {}
  const lines = Object.entries({ host, ...headers, ...length }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  return `${method} ${pathname}${search} HTTP/1.1\r\n${lines.join('')}\r\n${body}`
}

const endOfHead = '\r\n\r\n'

/**
 * A keep-alive connection that sends one request at a time and reads only the status and the length of the response:
 * the load generator shares the machine with the service, so it must be cheap.
 */
export function openConnection(url: string) {
  const { hostname, port } = new URL(url)
  let head = ''
  let remaining = 0
  let status = 0
  const buffer = Buffer.allocUnsafe(65_536)
  let waiting: { resolve(isGood: boolean): void; reject(error: Error): void } | undefined

  function finish() {
    const { resolve } = waiting ?? {}
    waiting = undefined
    resolve?.(status >= 200 && status < 300)
  }
  function fail(error: Error) {
    const { reject } = waiting ?? {}
    waiting = undefined
    reject?.(error)
  }
  function readHead(size: number) {
    head += buffer.toString('latin1', 0, size)
    const end = head.indexOf(endOfHead)
    if (end < 0) return
    status = Number(head.slice(9, 12))
    const length = /\r\ncontent-length: *(\d+)/i.exec(head.slice(0, end + 2))?.[1]
    if (length === undefined)
      return fail(new Error(`a response without content-length: ${head.slice(0, end)}`))
    remaining = Number(length) - (head.length - end - endOfHead.length)
    head = ''
    if (remaining === 0) finish()
  }
  const socket = connect({
    host: hostname,
    port: Number(port),
    noDelay: true,
    onread: {
      buffer,
      callback(size) {
        if (remaining === 0) readHead(size)
        else {
          remaining -= size
          if (remaining === 0) finish()
        }
        return true
      },
    },
  })
  socket.on('error', fail)
  socket.on('close', () => fail(new Error('the connection was closed')))

  return {
    /** Resolves to whether the status is 2xx. */
    call: (bytes: string) =>
      new Promise<boolean>((resolve, reject) => {
        waiting = { resolve, reject }
        socket.write(bytes)
      }),
    close: () => socket.destroy(),
  }
}
export type Connection = ReturnType<typeof openConnection>
