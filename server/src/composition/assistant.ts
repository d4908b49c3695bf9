import type { Binding, Caller } from '../platform/http/call.ts'
import { type createAi, listChoices, resolveModel } from '../slices/ai/index.ts'
import { createAssistant } from '../slices/assistant/index.ts'
import type { createExecutions } from '../slices/executions/index.ts'
import { findPreferences } from '../slices/members/index.ts'
import type { createWorkflows } from '../slices/workflows/index.ts'
import { createInternalCalls } from './internal-calls.ts'
import type { Platform } from './platform.ts'

type Parts = {
  ai: Pick<ReturnType<typeof createAi>, 'use'>
  workflows: Pick<ReturnType<typeof createWorkflows>, 'forAnalyzer'>
  executions: Pick<ReturnType<typeof createExecutions>, 'use'>
  bindings(): readonly Binding[]
}

/** The assistant reads and proposes through the routes of the other slices, as the member. */
export function createAssistantSlice(platform: Platform, { ai, workflows, executions, bindings }: Parts) {
  const { db, databases, live } = platform
  return createAssistant({
    db,
    jobDb: databases.background,
    live,
    ports: {
      ...createInternalCalls(bindings, db),
      ask: (question) => ai.use.call({ ...question, purpose: 'assistant' }),
      listModels: (tx) => listChoices(tx, 'assistant'),
      chooseModel: async (tx, wanted) => {
        const found = await resolveModel(tx, 'assistant', {
          connectionId: wanted?.connectionId,
          model: wanted && { provider: wanted.provider, model: wanted.model },
        })
        return (
          found && {
            provider: found.connection.provider,
            model: found.model,
            connectionId: found.connection.id,
          }
        )
      },
      findCaller: async (tx, memberId, scopes): Promise<Caller | undefined> => {
        const found = await findPreferences(tx, memberId)
        if (found?.member.status !== 'active') return undefined
        const { email, role } = found.member
        const via = scopes
          ? { kind: 'key' as const, keyId: '', scopes }
          : { kind: 'session' as const, sessionId: '' }
        return { memberId, email, role, settings: found.settings, via }
      },
      checkGraph: workflows.forAnalyzer.findIssues,
      simulate: executions.use.simulate,
    },
  })
}
