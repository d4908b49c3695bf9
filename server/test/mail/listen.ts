import type { Server, Socket } from 'node:net'

export type Listening = { host: string; port: number; stop(): Promise<void> }

/** Listens on a free loopback port; `stop` also closes open connections. */
export async function listen(server: Server): Promise<Listening> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve, reject) =>
    server.once('error', reject).listen(0, '127.0.0.1', () => resolve()),
  )
  const address = server.address() as { port: number }
  return {
    host: '127.0.0.1',
    port: address.port,
    stop: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
