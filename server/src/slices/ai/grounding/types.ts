type SourceKind = 'message' | 'row' | 'attachment' | 'instructions' | 'member'

/** Where a statement may stand. */
export type Source = {
  id: string
  kind: SourceKind
  title: string
  text: string
  /** The day it was written, `YYYY-MM-DD`: "tomorrow" is counted from there. */
  date?: string
  /** Written by the other side. It proves what they wrote, and never what we promise. */
  foreign?: boolean
}

export type StatementKind =
  | 'name'
  | 'date'
  | 'time'
  | 'duration'
  | 'amount'
  | 'percentage'
  | 'number'
  | 'reference'
  | 'address'
  | 'phone'
  | 'email'
  | 'link'
  | 'promise'

/** One reading of a value: two values are the same if their keys are, and if days agree. */
export type Reading = { key: string } | { days: readonly [from: number, to: number] }

/** A value found in a text. An ambiguous one, such as 03/05/2026, has several readings. */
export type Mention = {
  kind: StatementKind
  start: number
  end: number
  readings: Reading[]
}

export type Finding = { sourceId: string; start: number; end: number; quote: string }

/** A checkable statement of a composed text, with where it stands; without a finding it is to be checked. */
export type Statement = {
  kind: StatementKind
  start: number
  end: number
  text: string
  findings: Finding[]
}
