import type { Action, Role, Step } from './step.ts'

export type AskedLabels = { add: string[]; remove: string[] | undefined }
type Labelled = { role: Role | null; labels: string[] }

const bins = ['trash', 'spam'] as const
const toBin = (role: (typeof bins)[number]): Step => ({ kind: 'move', to: { role } })
const outOfBin = (label: string): Step => ({ kind: 'move', to: { role: 'all' }, label })

function relabel(labels: string[], add: string[], remove: string[]): Step | undefined {
  const [added, removed] = [
    add.filter((key) => key !== 'all' && !labels.includes(key)),
    remove.filter((key) => labels.includes(key)),
  ]
  return added.length + removed.length > 0 ? { kind: 'label', add: added, remove: removed } : undefined
}

function planMove({ role, labels }: Labelled, { add, remove }: AskedLabels): Step | undefined {
  const bin = bins.find((key) => add.includes(key))
  if (bin) return role === bin ? undefined : toBin(bin)
  if (role !== 'all') return add[0] === undefined ? undefined : outOfBin(add[0] === 'all' ? 'inbox' : add[0])
  // Who says nothing of where it is to leave means: from the inbox to there.
  return relabel(labels, add, remove ?? ['inbox'].filter((key) => !add.includes(key)))
}

/**
 * What an action means where folders are labels (Gmail): a message stands in all mail with its labels, or it lies in
 * the trash or the spam without any.
 */
export function planLabels(action: Action, message: Labelled, asked: AskedLabels): Step | undefined {
  const { role, labels } = message
  const isOwn = labels.includes('sent') || labels.includes('drafts')
  const kept = role === 'all'
  switch (action) {
    case 'archive':
      return kept ? relabel(labels, [], ['inbox']) : undefined
    case 'unarchive':
      return kept && !isOwn ? relabel(labels, ['inbox'], []) : undefined
    case 'trash':
      return role === 'trash' ? undefined : toBin('trash')
    case 'spam':
      return kept && !isOwn ? toBin('spam') : undefined
    case 'restore':
      return role === 'trash' ? outOfBin('inbox') : undefined
    case 'notSpam':
      return role === 'spam' ? outOfBin('inbox') : undefined
    case 'move':
      return planMove(message, asked)
    default:
      return undefined
  }
}

/** The labels that a message has after a step. */
export function labelsAfter(step: Step, labels: string[]): string[] {
  if (step.kind === 'move') return step.label === undefined ? [] : [step.label]
  if (step.kind !== 'label') return labels
  return [...labels.filter((key) => !step.remove.includes(key)), ...step.add].sort()
}
