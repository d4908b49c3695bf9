import { parseDay } from './calendar.ts'
import { sentenceAt } from './find-periods.ts'
import { findStatements } from './find-statements.ts'
import { type IndexedSource, indexSource } from './index-source.ts'
import type { Finding, Mention, Source, Statement } from './types.ts'

export type GroundOptions = {
  /** The day on which the text is written, `YYYY-MM-DD`. */
  today: string
  /** Sources that the model says it used. They are listed first, and prove nothing. */
  cited?: readonly string[]
}

const maxFindings = 5

// "Your mail of 12 November": the day on which a message was written founds that, and nothing else.
const refersToMessage =
  /\b(?:(?:e-?)?mails?|message|letter|note|wrote|written|said|told|promised|request|enquiry|question|contacted|courriel|lettre|ecrit|ecriviez|demande|dit|disait|annonce|contactes?)\b/

function findWritten(
  source: IndexedSource,
  { kind, readings }: Mention,
  sentence: string,
): Finding | undefined {
  if (kind !== 'date' || source.kind !== 'message' || !source.date || !refersToMessage.test(sentence))
    return undefined
  const day = parseDay(source.date)
  const isThen = readings.some(
    (reading) => 'days' in reading && reading.days[0] === day && reading.days[1] === day,
  )
  return isThen ? { sourceId: source.id, start: 0, end: 0, quote: source.date } : undefined
}

function findIn(source: IndexedSource, mention: Mention, sentence: string): Finding | undefined {
  const range = source.find(mention)
  if (!range) return findWritten(source, mention, sentence)
  const [start, end] = range
  return { sourceId: source.id, start, end, quote: source.text.slice(start, end) }
}

const citedFirst = (sources: readonly IndexedSource[], cited: readonly string[]) =>
  cited.length === 0
    ? sources
    : sources.toSorted((a, b) => Number(cited.includes(b.id)) - Number(cited.includes(a.id)))

/** Every checkable statement of a text, in order, with where it stands. One without a finding is to be checked. */
export function groundText(
  text: string,
  sources: readonly Source[],
  { today, cited = [] }: GroundOptions,
): Statement[] {
  const day = parseDay(today)
  const found = findStatements(text, day)
  const indexed = citedFirst(
    sources.map((source) => indexSource(source, day)),
    cited,
  )
  const values = found.mentions.map((mention): Statement => {
    const { kind, start, end } = mention
    const sentence = found.folded.slice(...sentenceAt(found.folded, start))
    const findings = indexed
      .map((source) => findIn(source, mention, sentence))
      .filter((finding) => finding !== undefined)
    return { kind, start, end, text: text.slice(start, end), findings: findings.slice(0, maxFindings) }
  })
  const promises = found.promises.map(({ start, end, concept, repeated }): Statement => {
    const findings = indexed
      .filter(({ foreign }) => repeated || !foreign)
      .flatMap((source) => {
        const range = source.findPromise(concept)
        return range
          ? [{ sourceId: source.id, start: range[0], end: range[1], quote: source.text.slice(...range) }]
          : []
      })
    return {
      kind: 'promise',
      start,
      end,
      text: text.slice(start, end),
      findings: findings.slice(0, maxFindings),
    }
  })
  return [...values, ...promises].sort((a, b) => a.start - b.start || a.end - b.end)
}

export const isUnsupported = ({ findings }: Statement): boolean => findings.length === 0
