import type { client } from '../../api/client.ts'
import type { AuditWords } from './audit.words.ts'

export type Entry = Awaited<ReturnType<typeof client.audit.list>>['entries'][number]

/** The name that an entry gives to what it is about. */
function subjectOf({ details, targetId }: Entry, names: ReadonlyMap<string, string>): string {
  const known = details as Record<string, unknown>
  const named = known.name ?? known.email ?? known.address ?? known.label
  const subject = typeof named === 'string' ? named : ((targetId && names.get(targetId)) ?? '')
  const { from, to } = known
  return typeof from === 'string' && typeof to === 'string' ? `${subject} (${from} → ${to})` : subject
}

/** What an entry says, after the name of its actor. `names` are those of the members by id. */
export function sentenceOf(entry: Entry, t: AuditWords, names: ReadonlyMap<string, string>): string {
  const known = t.actions[entry.action as keyof typeof t.actions] as ((what: string) => string) | undefined
  // Actions that a newer service writes are shown by their code.
  return known ? known(subjectOf(entry, names)) : t.did(entry.action)
}

/** The details as rows; nested ones by their path. */
export function detailRows(details: unknown, path = ''): [string, string][] {
  if (details === null || typeof details !== 'object') return [[path, String(details)]]
  if (Array.isArray(details) && details.every((one) => typeof one !== 'object'))
    return [[path, details.join(', ') || '–']]
  return Object.entries(details).flatMap(([name, value]) =>
    detailRows(value, path ? `${path}.${name}` : name),
  )
}
