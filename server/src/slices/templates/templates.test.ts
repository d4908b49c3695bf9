import { validateGraph } from '@mailwright/contract/workflow-graph/validate'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createMember, type TestMember } from '#test/factories'
import { type TestServer, testServer } from '#test/server'
import { nodeTypes } from '../../nodes/index.ts'
import { graphIn } from './built-in/build.ts'
import { french } from './built-in/french.ts'
import { builtIns } from './built-in/index.ts'

let server: TestServer
let admin: TestMember
let ada: TestMember
beforeAll(async () => {
  server = await testServer({ MAILWRIGHT_FORBIDDEN_NODES: 'external.http' })
  admin = await createMember(server, { role: 'admin' })
  ada = await createMember(server)
})
afterAll(() => server.close())

const service = '0191a000-0000-7000-8000-000000000024'
const newsletters = '0191a000-0000-7000-8000-000000000012'

it.each(builtIns.map((one) => [one.name.en, one] as const))(
  'the built-in template "%s" has a valid graph in both languages',
  (_, one) => {
    for (const locale of ['en', 'fr'] as const) {
      const issues = validateGraph(graphIn(locale, one.graph), nodeTypes)
      expect(issues.filter(({ severity }) => severity === 'error')).toEqual([])
    }
  },
)

it('every text of a built-in template that people read is translated', () => {
  const said = builtIns.flatMap(({ graph }) =>
    graph.nodes.flatMap(({ name, params }) => {
      const { title, body, reason, note } = params as Record<string, unknown>
      return [name, title, body, reason, note].filter((text) => typeof text === 'string')
    }),
  )
  const isData = (text: string) => /^\{\{[^}]*\}\}$/.test(text)
  expect(said.filter((text) => !(text in french) && !isData(text))).toEqual([])
  expect(Object.keys(french).filter((text) => !said.includes(text))).toEqual([])
})

it('lists at least a dozen templates in the language of the member', async () => {
  const { body } = await ada.session('GET', '/api/v1/templates')
  expect(body.templates.length).toBeGreaterThanOrEqual(12)
  await ada.session('PATCH', '/api/v1/me/settings', { body: { locale: 'fr' } })
  const read = await ada.session('GET', `/api/v1/templates/${newsletters}`)
  expect(read.body.template.name).toBe('Archiver les newsletters')
  expect(read.body.graph.nodes[0].name).toBe('Une newsletter arrive')
})

it('installs a copy as a draft and counts the installation', async () => {
  const { status, body } = await ada.session('POST', `/api/v1/templates/${newsletters}/install`, { body: {} })
  expect(status).toBe(201)
  const made = await ada.session('GET', `/api/v1/workflows/${body.workflowId}`)
  expect(made.body).toMatchObject({ published: false, validation: { valid: true } })
  expect(made.body.graph.nodes).toHaveLength(3)
  const { body: read } = await ada.session('GET', `/api/v1/templates/${newsletters}`)
  expect(read.template.installCount).toBe(1)
})

it('rejects templates with node types forbidden to members, and names them', async () => {
  const refused = await ada.session('POST', `/api/v1/templates/${service}/install`, { body: {} })
  expect(refused).toMatchObject({
    status: 409,
    body: { code: 'templates.forbidden_node', details: { nodeTypes: ['external.http'] } },
  })
  expect((await admin.session('POST', `/api/v1/templates/${service}/install`, { body: {} })).status).toBe(201)
})

it('hides a disabled template from members but not from administrators', async () => {
  const path = `/api/v1/admin/templates/${newsletters}`
  expect((await ada.session('PATCH', path, { body: { enabled: false } })).status).toBe(403)
  expect((await admin.session('PATCH', path, { body: { enabled: false } })).body.template.enabled).toBe(false)
  expect((await ada.session('GET', `/api/v1/templates/${newsletters}`)).status).toBe(404)
  expect((await admin.session('GET', `/api/v1/templates/${newsletters}`)).status).toBe(200)
  const renamed = await admin.session('PATCH', path, { body: { name: 'Mine' } })
  expect(renamed).toMatchObject({ status: 409, body: { code: 'templates.built_in' } })
  expect((await admin.session('DELETE', path)).status).toBe(409)
  await admin.session('PATCH', path, { body: { enabled: true } })
})

it("promotes a workflow without its member's own data", async () => {
  const graph = {
    id: 'g',
    workflowId: 'w',
    connections: [{ from: 'hook', output: 'main', to: 'send' }],
    nodes: [
      { id: 'hook', type: 'trigger.webhook', version: 1, name: 'Hook', notes: 'Call Bob' },
      {
        id: 'send',
        type: 'mail.send',
        version: 1,
        name: 'Send',
        params: {
          mailboxId: '0191a000-0000-7000-8000-00000000abcd',
          to: 'bob@corp.test',
          subject: '{{ trigger.body.s }}',
          body: 'Write to ada@corp.test',
        },
      },
    ],
    pins: { hook: { output: { secret: 'yes' }, pinnedAt: 'now' } },
  }
  const made = await ada.session('POST', '/api/v1/workflows', { body: { name: 'Private', graph } })
  const body = { workflowId: made.body.id, version: 'published' }
  const refused = await admin.session('POST', '/api/v1/admin/templates/promote', { body })
  expect(refused).toMatchObject({ status: 409, body: { code: 'workflow.conflict' } })
  const done = await admin.session('POST', '/api/v1/admin/templates/promote', {
    body: { ...body, version: 'draft', category: 'Ours' },
  })
  expect(done).toMatchObject({
    status: 201,
    body: { template: { name: 'Private', category: 'Ours', createdBy: admin.id } },
  })
  const { id } = done.body.template
  const read = await ada.session('GET', `/api/v1/templates/${id}`)
  const text = JSON.stringify(read.body.graph)
  for (const secret of ['bob@corp.test', 'ada@corp.test', 'abcd', 'yes', 'Call Bob'])
    expect(text).not.toContain(secret)
  expect(text).toContain('{{ trigger.body.s }}')
  expect((await admin.session('DELETE', `/api/v1/admin/templates/${id}`)).status).toBe(204)
  expect((await admin.session('GET', `/api/v1/templates/${id}`)).status).toBe(404)
})
