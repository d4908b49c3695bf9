import { createMember, type TestMember } from '../factories.ts'
import type { TestServer } from '../server.ts'

// Tables belong to the whole team: whoever asks gets the same one as long as it is there. Making one costs a dozen
// indexes.

const makers = new WeakMap<TestServer, Promise<TestMember>>()
const shared = new WeakMap<TestServer, string>()
const columns = [
  { key: 'code', label: 'Code', isKey: true },
  { label: 'Amount', type: 'number' },
]

function makerOf(server: TestServer) {
  const known = makers.get(server) ?? createMember(server, { role: 'admin' })
  makers.set(server, known)
  return known
}

async function makeTable(server: TestServer): Promise<string> {
  const { session } = await makerOf(server)
  const answer = await session('POST', '/api/v1/tables', { body: { name: 'Record', columns } })
  if (answer.status !== 201) throw new Error(`a table: ${answer.status} ${answer.text}`)
  return answer.body.table.id
}

/** With the columns that it was made with: another could be required. */
async function isGood(server: TestServer, id: string) {
  const { session } = await makerOf(server)
  const { status, body } = await session('GET', `/api/v1/tables/${id}`)
  return status === 200 && body.table.columns.length === columns.length
}

export async function tableShared(server: TestServer) {
  const known = shared.get(server)
  const id = known && (await isGood(server, known)) ? known : await makeTable(server)
  shared.set(server, id)
  return { id }
}

export async function tableRow(server: TestServer) {
  const { id } = await tableShared(server)
  const { session } = await makerOf(server)
  const answer = await session('POST', `/api/v1/tables/${id}/rows`, { body: { values: {} } })
  if (answer.status !== 201) throw new Error(`a row: ${answer.status} ${answer.text}`)
  return { id, rowId: answer.body.row.id }
}

/** In a table of its own: what a column is changed to stays. */
export const tableColumn = async (server: TestServer) => ({ id: await makeTable(server), key: 'code' })
