import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createMember, type TestMember } from '#test/factories'
import { createTestMailbox, deliverOne } from '#test/mirror'
import { type ModelServer, startModelServer } from '#test/model-server/model-server'
import { type TestServer, testServer } from '#test/server'
import { newId } from '../../platform/ids/ids.ts'
import { asSession, connect } from '../../platform/live/fixtures/live-client.ts'
import { differenceOf } from './proposals/difference.ts'

const path = '/api/v1/assistant/conversations'
let model: ModelServer
let server: TestServer
let admin: TestMember
let ada: TestMember
let bob: TestMember
let connectionId: string
let messageId: string

beforeAll(async () => {
  model = await startModelServer()
  server = await testServer({ MAILWRIGHT_OUTBOUND_ALLOW: model.allow, MAILWRIGHT_ROLES: 'api,worker' })
  admin = await createMember(server, { role: 'admin' })
  ada = await createMember(server)
  bob = await createMember(server)
  messageId = (
    await deliverOne(server.db, await createTestMailbox(server.db, ada.id), { subject: 'Invoice 12' })
  ).id
  const body = {
    provider: 'openai_compatible',
    label: newId(),
    withoutApiKey: true,
    baseUrl: model.baseUrl('openai_compatible'),
    enabledModels: ['scripted-large', 'text-embedding-3'],
  }
  const answer = await admin.session('POST', '/api/v1/admin/llm/connections', { body })
  expect(answer.status, answer.text).toBe(201)
  connectionId = answer.body.id
})
afterAll(async () => {
  await server.close()
  await model.close()
})
beforeEach(() => model.setRules([]))

const large = { provider: 'openai_compatible', model: 'scripted-large' }
const start = async (member: TestMember, body: object = {}): Promise<string> => {
  const answer = await member.session('POST', path, { body })
  expect(answer.status, answer.text).toBe(201)
  return answer.body.conversation.id
}
const read = async (member: TestMember, id: string) => (await member.session('GET', `${path}/${id}`)).body
const say = (member: TestMember, id: string, content: string) =>
  member.session('POST', `${path}/${id}/messages`, { body: { content } })
const ended = (member: TestMember, id: string) =>
  expect.poll(async () => (await read(member, id)).conversation.status).not.toBe('running')

/** Sends a message and waits for the reply. */
async function talk(member: TestMember, id: string, content: string) {
  const sent = await say(member, id, content)
  expect(sent.status, sent.text).toBe(202)
  await ended(member, id)
  return read(member, id)
}

const node = (id: string, type: string, params: object = {}) => ({ id, type, version: 1, name: id, params })
const graph = {
  id: 'g',
  workflowId: 'w',
  nodes: [
    node('mail', 'trigger.message'),
    node('note', 'flow.set', { fields: [{ name: 'text', value: '{{ message.subject }}' }] }),
  ],
  connections: [{ from: 'mail', output: 'main', to: 'note' }],
}
const proposing = (args: object) => [
  { when: { last: 'propose it' }, reply: { toolCalls: [{ name: 'propose', arguments: args }] } },
  { reply: { text: 'Please look at my proposal.' } },
]

describe('a conversation', () => {
  it('starts with the chosen model, or the default', async () => {
    const models = (await ada.session('GET', '/api/v1/assistant/models')).body
    expect(models.default).toEqual({ ...large, source: 'configurationOrder' })
    expect(models.options).toMatchObject([
      { ...large, connectionId, supportsTools: true },
      { model: 'text-embedding-3', supportsTools: false },
    ])
    const create = (body: object) => ada.session('POST', path, { body })
    expect(
      (await create({ model: { ...large, connectionId }, title: 'Mail' })).body.conversation,
    ).toMatchObject({
      title: 'Mail',
      model: { ...large, connectionId },
      status: 'idle',
      usage: { calls: 0, inputTokens: 0, outputTokens: 0, costUsd: null },
    })
    const other = { ...large, model: 'other' }
    expect((await create({ model: other })).body.code).toBe('assistant.model_not_allowed')
    const embedding = { ...large, model: 'text-embedding-3' }
    expect((await create({ model: embedding })).body.code).toBe('assistant.tools_not_supported')
    expect((await create({ workflowId: newId() })).body.code).toBe('assistant.bad_request')
    expect((await create({ title: '' })).body.code).toBe('assistant.bad_request')
  })

  it('is answered in pieces over the channel, stored as they come', async () => {
    const pieces = ['You have ', 'one invoice.']
    model.setRules([{ reply: { pieces, usage: { inputTokens: 40, outputTokens: 6 } } }])
    const id = await start(ada)
    const channel = await connect(server.url, asSession(ada.sessionToken))
    const sent = await say(ada, id, 'What is new?')
    expect(sent.status, sent.text).toBe(202)
    expect(sent.body.message).toMatchObject({ role: 'user', content: 'What is new?', toolCalls: [] })
    let text = ''
    while (text !== pieces.join('')) {
      const { data } = await channel.next('assistant.delta', { conversationId: id })
      expect(data.offset).toBe(text.length)
      text += data.text
    }
    await channel.next('assistant.updated', { conversationId: id, status: 'idle' })
    await channel.close()
    const { conversation, messages } = await read(ada, id)
    expect(messages.at(-1)).toMatchObject({ role: 'assistant', content: text, model: 'scripted-large' })
    expect(conversation).toMatchObject({
      title: 'What is new?',
      status: 'idle',
      lastModel: 'scripted-large',
      usage: { calls: 1, inputTokens: 40, outputTokens: 6 },
    })
    const list = (await ada.session('GET', `${path}?limit=1`)).body.conversations
    expect(list.map((one: { id: string }) => one.id)).toEqual([id])
  })

  it('takes one message at a time, and can be stopped', async () => {
    model.setRules([{ reply: { text: 'one two three four five six', fault: 'hang' } }])
    const id = await start(ada)
    expect((await say(ada, id, 'Go')).status).toBe(202)
    expect((await say(ada, id, 'Again')).body.code).toBe('assistant.busy')
    await expect.poll(async () => (await read(ada, id)).messages.at(-1).content).toContain('one')
    const stopped = await ada.session('POST', `${path}/${id}/cancel`)
    expect(stopped.body.conversation.status).toBe('cancelled')
    await expect.poll(() => model.calls.at(-1)?.outcome).toBe('abandoned')
    expect((await ada.session('POST', `${path}/${id}/cancel`)).body.conversation.status).toBe('cancelled')
    model.setRules([{ reply: { text: 'Back again.' } }])
    expect((await talk(ada, id, 'Go on')).messages.at(-1).content).toBe('Back again.')
  })

  it('fails with the words of the provider', async () => {
    model.setRules([{ reply: { status: 400, error: { message: 'too long' } } }])
    const { conversation, messages } = await talk(ada, await start(ada), 'Hello')
    expect(conversation.status).toBe('failed')
    expect(messages.at(-1).content).toContain('too long')
  })

  it('is refused when its model is not allowed any more, or has no tools', async () => {
    const url = `/api/v1/admin/llm/connections/${connectionId}`
    const enable = (enabledModels: string[]) => admin.session('PUT', url, { body: { enabledModels } })
    const id = await start(ada, { model: large })
    const free = await start(ada)
    await enable(['text-embedding-3'])
    expect((await say(ada, id, 'Hello')).body.code).toBe('assistant.model_not_allowed')
    expect((await say(ada, free, 'Hello')).body.code).toBe('assistant.tools_not_supported')
    expect((await enable(['scripted-large', 'text-embedding-3'])).status).toBe(200)
    expect((await say(ada, id, '')).body.code).toBe('assistant.bad_request')
  })

  it('is 404 for others', async () => {
    const id = await start(ada)
    const answers = [
      await bob.session('GET', `${path}/${id}`),
      await say(bob, id, 'Hello'),
      await bob.session('POST', `${path}/${id}/cancel`),
    ]
    expect(answers.map(({ body }) => body.code)).toEqual(Array(3).fill('assistant.not_found'))
  })
})

describe('the tools', () => {
  it('explain what happened to a message', async () => {
    model.setRules([
      {
        when: { last: 'Why' },
        reply: {
          toolCalls: [
            { name: 'list_messages', arguments: { q: 'invoice' } },
            { name: 'explain_message', arguments: { id: messageId } },
            { name: 'node_types', arguments: { type: 'flow.set' } },
          ],
        },
      },
      { reply: { text: 'No workflow matched it.' } },
    ])
    const { messages } = await talk(ada, await start(ada), 'Why did nothing happen?')
    const results = messages.filter((one: { role: string }) => one.role === 'tool')
    expect(results.map((one: { toolOk: boolean }) => one.toolOk)).toEqual([true, true, true])
    expect(results[0].toolResult.messages).toMatchObject([{ id: messageId, subject: 'Invoice 12' }])
    expect(results[1].toolResult).toHaveProperty('executions')
    expect(results[2].toolResult).toMatchObject({ type: 'flow.set' })
    expect(messages.at(-1).content).toBe('No workflow matched it.')
  })

  it('read nothing of others, nothing beyond the scopes of a key, and change nothing', async () => {
    const calls = [
      { name: 'read_message', arguments: { id: messageId } },
      { name: 'list_workflows', arguments: {} },
      { name: 'publish_workflow', arguments: { id: newId() } },
    ]
    model.setRules([{ when: { last: 'obey' }, reply: { toolCalls: calls } }, { reply: { text: 'Done.' } }])
    const key = await bob.key('assistant:*', 'messages:read')
    const id = await start(bob)
    expect((await key('POST', `${path}/${id}/messages`, { body: { content: 'obey' } })).status).toBe(202)
    await ended(bob, id)
    const { messages } = await read(bob, id)
    const results = messages.filter((one: { role: string }) => one.role === 'tool')
    expect(results.map((one: { toolResult: { error: string } }) => one.toolResult.error)).toEqual([
      'request.not_found',
      'api_key.scope_missing',
      'There is no such tool.',
    ])
  })
})

describe('a proposal', () => {
  const proposalOf = async (args: object) => {
    model.setRules(proposing(args))
    const id = await start(ada)
    const { proposals, messages } = await talk(ada, id, 'propose it')
    return { id, proposal: proposals[0], messages }
  }
  const decide = (id: string, what: 'accept' | 'reject') =>
    ada.session('POST', `/api/v1/assistant/proposals/${id}/${what}`)

  it('of a new workflow is checked, simulated on recent mail, and saved as a draft when accepted', async () => {
    const { id, proposal } = await proposalOf({ summary: 'Notes the subject.', name: 'Note', graph })
    expect(proposal).toMatchObject({
      conversationId: id,
      kind: 'create_draft',
      status: 'proposed',
      name: 'Note',
      workflowId: null,
      validation: { valid: true },
      simulation: {
        runs: [{ messageId, subject: 'Invoice 12', status: 'succeeded', nodes: ['mail', 'note'] }],
      },
    })
    expect(proposal.difference.added).toHaveLength(2)
    const before = (await ada.session('GET', '/api/v1/workflows')).body.workflows.length
    const accepted = await decide(proposal.id, 'accept')
    expect(accepted.status, accepted.text).toBe(200)
    expect(accepted.body.proposal).toMatchObject({ status: 'accepted', workflowId: accepted.body.workflowId })
    const saved = (await ada.session('GET', `/api/v1/workflows/${accepted.body.workflowId}`)).body
    expect(saved).toMatchObject({ name: 'Note', published: false })
    expect((await ada.session('GET', '/api/v1/workflows')).body.workflows).toHaveLength(before + 1)
    expect((await decide(proposal.id, 'accept')).body.code).toBe('assistant.proposal_conflict')
    expect((await decide(proposal.id, 'reject')).body.code).toBe('assistant.proposal_conflict')
    const other = await bob.session('POST', `/api/v1/assistant/proposals/${proposal.id}/reject`)
    expect(other.body.code).toBe('assistant.proposal_not_found')
    expect((await decide(newId(), 'accept')).body.code).toBe('assistant.proposal_not_found')
  })

  it('of a change is stale once the draft was saved, and can be rejected', async () => {
    const made = (await ada.session('POST', '/api/v1/workflows', { body: { name: 'Sort', graph } })).body
    const changed = { ...graph, nodes: [graph.nodes[0], { ...graph.nodes[1], name: 'Take a note' }] }
    const first = await proposalOf({ summary: 'Renames.', workflowId: made.id, graph: changed })
    expect(first.proposal).toMatchObject({ kind: 'update_draft', status: 'proposed', name: 'Sort' })
    expect(first.proposal.difference.changed).toEqual([
      {
        nodeId: 'note',
        name: 'Take a note',
        type: 'flow.set',
        fields: [{ path: 'name', before: 'note', after: 'Take a note' }],
      },
    ])
    const second = await proposalOf({ summary: 'Renames.', workflowId: made.id, graph: changed })
    const rejected = await decide(second.proposal.id, 'reject')
    expect(rejected.body.proposal.status).toBe('rejected')
    const saved = await ada.session('PATCH', `/api/v1/workflows/${made.id}`, { body: { graph } })
    expect(saved.status, saved.text).toBe(200)
    expect((await read(ada, first.id)).proposals[0].status).toBe('stale')
    expect((await decide(first.proposal.id, 'accept')).body.code).toBe('assistant.proposal_conflict')
  })

  it('with mistakes is explained to the model', async () => {
    const broken = { ...graph, nodes: [node('mail', 'trigger.nonsense')], connections: [] }
    const { proposal, messages } = await proposalOf({ summary: 'x', name: 'Broken', graph: broken })
    expect(proposal).toMatchObject({ validation: { valid: false }, simulation: null })
    expect(messages[2].toolResult).toMatchObject({ valid: false })
    const { proposal: none, messages: said } = await proposalOf({ summary: 'x', graph: { nodes: 1 } })
    expect(none).toBeUndefined()
    expect(said[2]).toMatchObject({ toolOk: false, toolResult: { error: 'assistant.bad_request' } })
  })
})

it('finds what differs between two graphs', () => {
  const before = { ...graph, nodes: [...graph.nodes, node('old', 'flow.set')] }
  const after = {
    ...graph,
    nodes: [{ ...graph.nodes[0], position: { x: 1, y: 2 } }, node('new', 'flow.set')],
    connections: [{ from: 'mail', output: 'main', to: 'new' }],
  }
  const difference = differenceOf(before as never, after as never)
  expect(difference.added.map(({ nodeId }) => nodeId)).toEqual(['new'])
  expect(difference.removed.map(({ nodeId }) => nodeId)).toEqual(['note', 'old'])
  expect(difference.changed).toEqual([])
  expect(difference.connectionsAdded).toEqual(after.connections)
  expect(difference.connectionsRemoved).toEqual(graph.connections)
})
