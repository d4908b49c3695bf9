import { createMember, type TestMember } from '../factories.ts'
import type { TestServer } from '../server.ts'

// Tables belong to the whole team and creating one builds a dozen indexes, so an existing table is reused.

const makers = new WeakMap<TestServer, Promise<TestMember>>()
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
  if (answer.status !== 201) throw new Error(`failed to create a table: ${answer.status} ${answer.text}`)
  return answer.body.table.id
}

type Kept = (table: { columns: { key: string }[] }) => boolean

/** The existing table, as long as it is usable. */
function keeper(isGood: Kept) {
  const made = new WeakMap<TestServer, string>()
  return async (server: TestServer): Promise<string> => {
    const known = made.get(server)
    const { session } = await makerOf(server)
    const answer = known && (await session('GET', `/api/v1/tables/${known}`))
    const id = answer && answer.status === 200 && isGood(answer.body.table) ? known : await makeTable(server)
    made.set(server, id)
    return id
  }
}
// An added column could be required.
const whole = keeper((table) => table.columns.length === columns.length)
// Changes to a column persist.
const changed = keeper((table) => table.columns.some(({ key }) => key === 'code'))

export const tableShared = async (server: TestServer) => ({ id: await whole(server) })

export async function tableRow(server: TestServer) {
  const id = await whole(server)
  const { session } = await makerOf(server)
  const answer = await session('POST', `/api/v1/tables/${id}/rows`, { body: { values: {} } })
  if (answer.status !== 201) throw new Error(`failed to insert a row: ${answer.status} ${answer.text}`)
  return { id, rowId: answer.body.row.id }
}

export const tableColumn = async (server: TestServer) => ({ id: await changed(server), key: 'code' })
