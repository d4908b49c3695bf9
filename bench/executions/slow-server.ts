// A worker thread with a server that answers every request after 20 ms.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parentPort } from 'node:worker_threads'

const server = createServer((_request, response) => {
  setTimeout(() => response.setHeader('content-type', 'application/json').end('{"ok":true}'), 20)
})
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  parentPort?.postMessage(`http://127.0.0.1:${port}/`)
})
