import { findForeignAddresses } from '../grounding/foreign-addresses.ts'
import { groundText, isUnsupported } from '../grounding/ground-text.ts'
import { locate, squeeze } from '../grounding/squeeze.ts'
import type { Source, Statement } from '../grounding/types.ts'

/** A text that a model wrote, and all that it may rest on. */
export type Composition = {
  subject: string
  text: string
  sources: Source[]
  cited: string[]
  /** The day on which it was written, `YYYY-MM-DD`. */
  today: string
}

/** Why a mail is held for review. */
type ComposedReason = 'foreign_address' | 'unsupported_statement'

const wordsInCommon = 4

const wordsOf = (text: string) =>
  squeeze(text)
    .plain.split(/[^a-z0-9]+/)
    .filter(Boolean)
const shinglesOf = (words: string[]) =>
  words
    .map((_, at) => words.slice(at, at + wordsInCommon).join(' '))
    .slice(0, Math.max(1, words.length - wordsInCommon + 1))

/** Whether a mail carries words of the composition: the workflow may have cut it, or put it into a letter of its own. */
function carries(body: string, text: string): boolean {
  const shingles = shinglesOf(wordsOf(text))
  const known = new Set(shinglesOf(wordsOf(body)))
  if (shingles.some((shingle) => known.has(shingle))) return true
  const words = new Set(wordsOf(body))
  return wordsOf(text).length < wordsInCommon && wordsOf(text).every((word) => words.has(word))
}

/** The compositions that a mail carries, as one. */
function findCarried(compositions: readonly Composition[], mail: { subject: string; bodyText: string }) {
  const carried = compositions.filter(
    (each) =>
      carries(mail.bodyText, each.text) || (each.subject !== '' && mail.subject.includes(each.subject)),
  )
  const [first] = carried
  if (!first) return undefined
  const sources = new Map(carried.flatMap((each) => each.sources).map((source) => [source.id, source]))
  return {
    carried,
    sources: [...sources.values()],
    cited: carried.flatMap(({ cited }) => cited),
    today: first.today,
  }
}

/**
 * The statements of the parts of a text that a model wrote. What the author or a person wrote around them is not held
 * against sources; once a text is changed it is looked at as a whole.
 */
export function groundComposed(
  text: string,
  {
    composed,
    sources,
    cited,
    today,
  }: { composed: string[]; sources: Source[]; cited: string[]; today: string },
): Statement[] {
  const ranges = composed.map((each) => locate(text, each))
  const statements = groundText(text, sources, { today, cited })
  if (ranges.some((range) => range === undefined)) return statements
  return statements.filter(({ start, end }) =>
    ranges.some((range) => range && start >= range[0] && end <= range[1]),
  )
}

export type CheckedMail = {
  composed: string[]
  sources: Source[]
  cited: string[]
  today: string
  toCheck: number
  reason: ComposedReason | undefined
}

/** Holds a mail that carries composed text against its sources. Undefined if it carries none. */
export function checkMail(
  compositions: readonly Composition[],
  mail: { subject: string; bodyText: string },
): CheckedMail | undefined {
  const found = findCarried(compositions, mail)
  if (!found) return undefined
  const { carried, sources, cited, today } = found
  const composed = carried.map(({ text }) => text).filter((text) => carries(mail.bodyText, text))
  const statements = groundComposed(mail.bodyText, { composed, sources, cited, today })
  const composedSubject = carried.some(({ subject }) => subject !== '' && mail.subject.includes(subject))
  const inSubject = composedSubject ? groundText(mail.subject, sources, { today }) : []
  const toCheck = [...statements, ...inSubject].filter(isUnsupported)
  const isForeign = [mail.bodyText, composedSubject ? mail.subject : ''].some((text) =>
    findForeignAddresses(text, sources).some((address) => toCheck.some((each) => each.text === address.text)),
  )
  const reason = isForeign ? 'foreign_address' : toCheck.length > 0 ? 'unsupported_statement' : undefined
  return { composed, sources, cited, today, toCheck: toCheck.length, reason }
}
