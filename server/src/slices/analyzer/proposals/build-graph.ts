import type { Graph } from '@mailwright/contract/workflow-graph/graph'
import type { Texts } from '../texts.ts'
import { folderName, type Recipe } from './recipes.ts'

type Step = { type: string; name: string; params?: Record<string, unknown> }
type Plan = { name: string; summary: string; steps: Step[] }

const control = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu
const maxName = 200

/** One line that may be the name of a workflow or a node. */
export const asName = (text: string) =>
  text.replaceAll(control, ' ').replaceAll(/\s+/g, ' ').trim().slice(0, maxName).toWellFormed() || '-'

function planOf(recipe: Recipe, what: string, t: Texts): Plan {
  switch (recipe.kind) {
    case 'archive':
      return {
        name: t.archiveName(what),
        summary: t.archiveSummary,
        steps: [
          { type: 'mail.read', name: t.readStep },
          { type: 'mail.archive', name: t.archiveStep },
        ],
      }
    case 'file': {
      const folder = folderName(recipe.folder)
      return {
        name: t.fileName(what, folder),
        summary: t.fileSummary(folder),
        steps: [{ type: 'mail.move', name: t.fileStep(folder), params: { folder: recipe.folder } }],
      }
    }
    case 'label':
      return {
        name: t.labelName(what),
        summary: t.labelSummary(recipe.label),
        steps: [{ type: 'mail.label', name: t.labelStep(recipe.label), params: { add: [recipe.label] } }],
      }
    case 'notify': {
      const params = { title: asName(what), body: '{{ sender.email }}: {{ message.subject ?? "" }}' }
      return {
        name: t.notifyName(what),
        summary: t.notifySummary,
        steps: [{ type: 'human.notify', name: t.notifyStep, params }],
      }
    }
    case 'draft':
      return {
        name: t.draftName(what),
        summary: t.draftSummary,
        steps: [
          { type: 'mail.draft', name: t.draftStep, params: { body: recipe.body, reason: asName(what) } },
        ],
      }
  }
}

/** A workflow that does what the recipe says, one step after the other. */
export function buildProposal(
  recipe: Recipe,
  trigger: Record<string, unknown>,
  what: string,
  t: Texts,
): { name: string; summary: string; graph: Graph } {
  const { name, summary, steps } = planOf(recipe, what, t)
  const all: Step[] = [{ type: 'trigger.message', name: t.received(what), params: trigger }, ...steps]
  const idOf = (i: number) => (i === 0 ? 'mail' : `step${i}`)
  return {
    name: asName(name),
    summary,
    graph: {
      id: 'proposal',
      workflowId: 'proposal',
      nodes: all.map((step, i) => ({
        id: idOf(i),
        type: step.type,
        version: 1,
        name: asName(step.name),
        params: step.params ?? {},
        onError: 'fail',
        position: { x: i * 280, y: 0 },
      })),
      connections: steps.map((_, i) => ({ from: idOf(i), output: 'main', to: idOf(i + 1) })),
    },
  }
}
