// The baseline: bare Fastify that runs the same queries, sends the same JSON and does nothing else.
import { fastify } from 'fastify'
import { openDatabase } from '../../server/src/platform/db/database.ts'
import { newId } from '../../server/src/platform/ids/ids.ts'
import { findSignatures, insertSignature } from '../../server/src/slices/signatures/signatures.store.ts'

const [url = '', memberId = ''] = process.argv.slice(2)
const db = openDatabase({ url, connections: 16, name: 'bench bare', onIdleError: () => undefined })
const server = fastify()

server.get('/list', async () => ({ signatures: await findSignatures(db, memberId) }))
server.post<{ Body: { name: string; bodyText: string } }>('/write', async ({ body }, reply) => {
  const row = { id: newId(), owner: memberId, ...body, bodyHtml: '', isDefault: false }
  reply.code(201)
  return { signature: await insertSignature(db, row) }
})
console.log(`ready at ${await server.listen({ port: 0, host: '127.0.0.1' })}`)
