import type { Action, Role, Step } from './step.ts'

export type LabelParams = { add: string[]; remove: string[] | undefined }
type LabelledMessage = {
  role: Role | null
  labels: string[]
  draft: boolean
  sent: boolean
  previousKey: string | null
  previousLabels: string[] | null
}

const binRoles = ['trash', 'spam'] as const
const moveToBin = (role: (typeof binRoles)[number]): Step => ({ kind: 'move', to: { role } })
const moveOutOfBin = (label: string): Step => ({ kind: 'move', to: { role: 'all' }, label })

function relabel(labels: string[], add: string[], remove: string[]): Step | undefined {
  const [added, removed] = [
    add.filter((key) => key !== 'all' && !labels.includes(key)),
    remove.filter((key) => labels.includes(key)),
  ]
  return added.length + removed.length > 0 ? { kind: 'label', add: added, remove: removed } : undefined
}

function planMove({ role, labels }: LabelledMessage, { add, remove }: LabelParams): Step | undefined {
  const bin = binRoles.find((key) => add.includes(key))
  if (bin) return role === bin ? undefined : moveToBin(bin)
  if (role !== 'all')
    return add[0] === undefined ? undefined : moveOutOfBin(add[0] === 'all' ? 'inbox' : add[0])
  // Without labels to remove, the message leaves the inbox.
  return relabel(labels, add, remove ?? ['inbox'].filter((key) => !add.includes(key)))
}

/** Gmail itself gives its labels for sent mail and drafts. */
const givenLabels = ['sent', 'drafts']

function planRestore({ draft, sent, previousKey, previousLabels }: LabelledMessage): Step {
  if (previousKey === 'spam') return moveToBin('spam')
  const unknown = draft || sent ? [] : ['inbox']
  const labels = (previousLabels ?? unknown).filter((key) => !givenLabels.includes(key))
  const label = labels.find((key) => key === 'inbox') ?? labels[0] ?? 'all'
  const otherLabels = labels.filter((key) => key !== label)
  return { kind: 'move', to: { role: 'all' }, label, ...(otherLabels.length > 0 ? { otherLabels } : {}) }
}

/**
 * Plans an action where folders are labels (Gmail): a message is in All Mail with its labels, or in trash or spam
 * without any.
 */
export function planLabels(action: Action, message: LabelledMessage, params: LabelParams): Step | undefined {
  const { role, labels } = message
  const isOutgoing = labels.includes('sent') || labels.includes('drafts')
  const isInAllMail = role === 'all'
  switch (action) {
    case 'archive':
      return isInAllMail ? relabel(labels, [], ['inbox']) : undefined
    case 'unarchive':
      return isInAllMail && !isOutgoing ? relabel(labels, ['inbox'], []) : undefined
    case 'trash':
      return role === 'trash' ? undefined : moveToBin('trash')
    case 'spam':
      return isInAllMail && !isOutgoing ? moveToBin('spam') : undefined
    case 'restore':
      return role === 'trash' ? planRestore(message) : undefined
    case 'notSpam':
      return role === 'spam' ? moveOutOfBin('inbox') : undefined
    case 'move':
      return planMove(message, params)
    default:
      return undefined
  }
}

/** The labels that a message has after a step. */
export function labelsAfter(step: Step, labels: string[]): string[] {
  if (step.kind === 'move')
    return [step.label ?? 'all', ...(step.otherLabels ?? [])].filter((key) => key !== 'all').sort()
  if (step.kind !== 'label') return labels
  return [...labels.filter((key) => !step.remove.includes(key)), ...step.add].sort()
}
