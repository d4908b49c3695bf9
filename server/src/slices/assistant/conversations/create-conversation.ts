import type { assistant } from '@mailwright/contract/assistant'
import type { Body } from '@mailwright/contract/route'
import { workflows } from '@mailwright/contract/workflows'
import type { Db } from '../../../platform/db/database.ts'
import { fault } from '../../../platform/errors/app-error.ts'
import type { Caller } from '../../../platform/http/call.ts'
import { isUuid, newId } from '../../../platform/ids/ids.ts'
import type { AssistantDeps, WantedModel } from '../ports.ts'
import { insertConversation } from './conversations.store.ts'
import { supportsTools } from './supports-tools.ts'

/** Throws unless the assistant can use the model: the wanted one, or the default. */
export async function checkModel(db: Db, { ports }: AssistantDeps, wanted: WantedModel | undefined) {
  const chosen = await ports.chooseModel(db, wanted)
  if (!chosen) throw fault('assistant.model_not_allowed')
  if (!supportsTools(chosen.model)) throw fault('assistant.tools_not_supported')
  return chosen
}

const noWorkflow = () =>
  fault('assistant.bad_request', {
    details: { issues: [{ path: '/workflowId', message: 'must be a workflow of yours' }] },
  })

async function checkWorkflow({ ports }: AssistantDeps, caller: Caller, id: string | undefined) {
  if (id === undefined) return null
  if (!isUuid(id)) throw noWorkflow()
  await ports.read(workflows.get, caller, { params: { id } }).catch(() => {
    throw noWorkflow()
  })
  return id.toLowerCase()
}

export async function createConversation(
  db: Db,
  deps: AssistantDeps,
  caller: Caller,
  body: Body<typeof assistant.create>,
) {
  if (body.model) await checkModel(db, deps, body.model)
  const workflowId = await checkWorkflow(deps, caller, body.workflowId)
  const conversation = await insertConversation(db, {
    id: newId(),
    memberId: caller.memberId,
    title: body.title ?? '',
    workflowId,
    model: body.model,
  })
  if (!conversation) throw new Error('the insert returned no row')
  return { conversation }
}
