import type { NodeType, Step } from '../document/graph.types.ts'

const shown = [
  'title',
  'subject',
  'cron',
  'url',
  'table',
  'folder',
  'message',
  'reason',
  'text',
  'instructions',
  'q',
]

/** One line under the name: what the step works on, or else what it is. */
export function summaryOf(step: Step, type: NodeType | undefined): string {
  const params = (step.params ?? {}) as Record<string, unknown>
  for (const name of shown) {
    const value = params[name]
    if (typeof value === 'string' && value.trim() && type?.fields[name]?.refersTo === undefined)
      return value.trim()
  }
  const each = type?.ports.each
  if (each && Array.isArray(params[each.param])) {
    const names = (params[each.param] as Record<string, unknown>[]).map((one) => one?.[each.field])
    if (names.length > 0) return names.join(', ')
  }
  return type && step.name !== type.title ? type.title : (type?.description ?? step.type)
}
