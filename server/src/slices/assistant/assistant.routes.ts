import { assistant } from '@mailwright/contract/assistant'
import { fault } from '../../platform/errors/app-error.ts'
import { implement } from '../../platform/http/call.ts'
import { isUuid } from '../../platform/ids/ids.ts'
import { findConversation, findConversations } from './conversations/conversations.store.ts'
import { createConversation } from './conversations/create-conversation.ts'
import { findMessages, viewOf } from './conversations/messages.store.ts'
import { cancelReply, sendMessage } from './conversations/send-message.ts'
import { supportsTools } from './conversations/supports-tools.ts'
import type { AssistantDeps } from './ports.ts'
import { acceptProposal, rejectProposal } from './proposals/decide-proposal.ts'
import { describeProposal, isStale } from './proposals/describe-proposal.ts'
import { findProposals } from './proposals/proposals.store.ts'

export const assistantRoutes = (deps: AssistantDeps) =>
  implement(assistant, {
    models: async ({ db }) => {
      const choices = await deps.ports.listModels(db)
      return {
        default: choices.default,
        options: choices.options.map((one) => ({ ...one, supportsTools: supportsTools(one.model) })),
      }
    },
    list: async ({ db, caller, query }) => {
      const { workflowId, limit } = query
      if (workflowId !== undefined && !isUuid(workflowId)) return { conversations: [] }
      return { conversations: await findConversations(db, caller.memberId, workflowId, limit) }
    },
    create: async ({ caller, body, statement }) => createConversation(await statement(), deps, caller, body),
    get: async ({ db, caller, params, locale }) => {
      const conversation = await findConversation(db, caller.memberId, params.id)
      if (!conversation) throw fault('assistant.not_found')
      const messages = await findMessages(db, conversation.id)
      const proposals = []
      for (const row of await findProposals(db, conversation.id))
        proposals.push(describeProposal(row, await isStale(deps.ports, caller, row), locale))
      return { conversation, messages: messages.map(viewOf), proposals }
    },
    send: async ({ caller, params, body, transaction }) =>
      sendMessage(await transaction(), deps, caller, params.id, body.content),
    cancel: async ({ caller, params, transaction }) =>
      cancelReply(await transaction(), deps, caller, params.id),
    acceptProposal: (call) => acceptProposal(deps, call),
    rejectProposal,
  })
