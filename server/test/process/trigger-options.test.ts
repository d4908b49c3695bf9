import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { sql } from '../../src/platform/db/sql.ts'
import { newId } from '../../src/platform/ids/ids.ts'
import { adminQuery, testDatabase } from '../database.ts'

const file = join(import.meta.dirname, '../../migrations/20261116-1452-message-trigger-options.sql')

it('stored workflows lose the options of their message trigger that are no longer accepted, and nothing else', async () => {
  const { db, url, drop } = await testDatabase()
  const [member, workflow, version] = [newId(), newId(), newId()]
  const params = { folders: ['inbox'], includeOwn: false, includeBounces: true }
  const nodes = (own: object) => [
    { id: 'note', type: 'flow.note', params: { text: 'été' } },
    { id: 'mail', type: 'trigger.message', params: own },
    { id: 'bare', type: 'trigger.message' },
  ]
  await db.run(
    sql`insert into members (id, email, name, role) values (${member}, 'a@x.example', 'Ada', 'member')`,
  )
  await db.run(sql`insert into workflows (id, member_id, name) values (${workflow}, ${member}, 'W')`)
  await db.run(sql`
    insert into workflow_versions (id, workflow_id, number, graph)
    values (${version}, ${workflow}, 1, ${JSON.stringify({ id: 'g', nodes: nodes(params) })}::jsonb)`)
  await db.run(sql`
    insert into workflow_triggers (workflow_id, version_id, node_id, type, member_id, params)
    values (${workflow}, ${version}, 'mail', 'trigger.message', ${member}, ${JSON.stringify(params)}::jsonb)`)
  await adminQuery(url, await readFile(file, 'utf8'))
  expect(await db.row(sql`select graph from workflow_versions`)).toEqual({
    graph: { id: 'g', nodes: nodes({ folders: ['inbox'] }) },
  })
  expect(await db.row(sql`select params from workflow_triggers`)).toEqual({ params: { folders: ['inbox'] } })
  await drop()
})
