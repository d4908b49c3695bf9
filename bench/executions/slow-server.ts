// A worker thread with a server that answers every request after 20 ms, or as long as `?ms=` says.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parentPort } from 'node:worker_threads'

const server = createServer((request, response) => {
  const ms = Number(new URL(request.url ?? '/', 'http://localhost').searchParams.get('ms') ?? 20)
  setTimeout(() => response.setHeader('content-type', 'application/json').end('{"ok":true}'), ms)
})
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  parentPort?.postMessage(`http://127.0.0.1:${port}/`)
})
