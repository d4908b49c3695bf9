import { boolean, free, object, uuid, withDefault } from '@mailwright/contract/schema'
import { type NodeResult, permanent } from '../../engine/define-node.ts'
import { defineNode } from '../define-node.ts'
import { field } from '../field.ts'
import type { ChildState } from '../ports.ts'

const failedStates: readonly string[] = ['failed', 'cancelled']

/** The result of the called run; undefined while it is in progress. */
function outcomeOf(child: ChildState): NodeResult | undefined {
  if (child.status === 'succeeded') return { data: child.data ?? {} }
  if (!failedStates.includes(child.status)) return undefined
  const { code, message } = child.error ?? {
    code: 'workflow.call_cancelled',
    message: 'The called workflow was cancelled.',
  }
  throw permanent(code, message, { executionId: child.id })
}

export const flowCall = defineNode({
  type: 'flow.call',
  version: 1,
  group: 'flow',
  // The effects of the called workflow are those of its own nodes.
  effect: 'none',
  transactional: true,
  title: { en: 'Call a workflow', fr: 'Appeler un workflow' },
  description: {
    en: 'Starts another of your workflows and, by default, waits for its result.',
    fr: 'Démarre un autre de vos workflows et, par défaut, attend son résultat.',
  },
  params: object({
    workflowId: uuid(),
    data: withDefault(free(), {}),
    wait: withDefault(boolean(), true),
  }),
  fields: {
    workflowId: field('Workflow', 'Workflow', { refersTo: 'workflow' }),
    data: field('Data', 'Données'),
    wait: field('Wait for the result', 'Attendre le résultat'),
  },
  ports: { fixed: ['main'] },
  uses: ['workflows'],
  async run({ params, use }) {
    const { executionId } = await use.workflows.start(params.workflowId, params.data)
    const effects = [{ kind: 'workflow.started', description: `Workflow started: run ${executionId}.` }]
    if (!params.wait) return { data: { executionId }, effects }
    return { wait: { for: 'workflow', until: null, ref: executionId }, data: { executionId }, effects }
  },
  async resume({ use, waiting, data }) {
    const child = waiting.ref === undefined ? undefined : await use.workflows.find(waiting.ref)
    if (!child) throw permanent('workflow.call_gone', 'The run of the called workflow no longer exists.')
    return outcomeOf(child) ?? { wait: waiting, data }
  },
})
