import { expect } from 'vitest'
import type { graphOf } from '../../src/slices/executions/fixtures/graphs.ts'
import {
  finished,
  hook,
  publish,
  stepsOf,
  workerRole,
} from '../../src/slices/executions/fixtures/run-workflow.ts'
import { createMember } from '../factories.ts'
import { createTestMailbox, deliverOne, type Mail } from '../mirror.ts'
import { startModelServer } from '../model-server/model-server.ts'
import { testServer } from '../server.ts'

type Graph = ReturnType<typeof graphOf>

/** A server with a scripted model and a member who has mail. */
export async function startAiWorld(environment: Record<string, string> = {}) {
  const model = await startModelServer()
  const server = await testServer({ ...workerRole, MAILWRIGHT_OUTBOUND_ALLOW: model.allow, ...environment })
  const admin = await createMember(server, { role: 'admin' })
  const ada = await createMember(server)
  const mailbox = await createTestMailbox(server.db, ada.id)
  const address = `${mailbox.id}@example.com`
  const connection = {
    provider: 'openai_compatible',
    label: 'Local',
    baseUrl: model.baseUrl('openai_compatible'),
    withoutApiKey: true,
    enabledModels: ['local-model'],
  }
  const made = await admin.session('POST', '/api/v1/admin/llm/connections', { body: connection })
  expect(made.status, made.text).toBe(201)
  return {
    model,
    server,
    admin,
    ada,
    mailbox,
    address,
    /** Stores a message for the member and returns it. */
    receive: (mail: Mail) => deliverOne(server.db, mailbox, { to: [{ email: address }], ...mail }),
    /** Publishes a graph that a webhook starts; returns a function that runs it. */
    async runner(graph: Graph) {
      const workflowId = await publish(ada, graph)
      const call = await hook(server, ada, workflowId)
      return {
        workflowId,
        run: async (body: object) => {
          const execution = await finished(ada, await call(body))
          return { execution, steps: stepsOf(execution) }
        },
      }
    },
    get: async (path: string) => {
      const { status, body, text } = await ada.session('GET', path)
      expect(status, text).toBe(200)
      return body
    },
    close: async () => {
      await server.close()
      await model.close()
    },
  }
}
export type AiWorld = Awaited<ReturnType<typeof startAiWorld>>

export const messageId = '{{ trigger.body.id }}'
