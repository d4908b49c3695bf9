import { fault } from '../../../platform/errors/app-error.ts'

/** One term of a query as written. `at` is its position. */
export type Term = {
  at: number
  not: boolean
  /** In lower case; undefined for a plain word or phrase. */
  operator: string | undefined
  value: string
  quoted: boolean
}

/** `at` counts from 0; the message counts from 1. */
export const searchFault = (at: number, problem: string) =>
  fault('request.bad_request', {
    details: { issues: [{ path: '/q', message: `character ${at + 1}: ${problem}` }] },
  })

const space = /\s/
// `https://…` is a link, not an operator.
const operatorPattern = /([A-Za-z]+):(?!\/\/)/y

function readValue(q: string, at: number): { value: string; quoted: boolean; end: number } {
  if (q[at] === '"') {
    const end = q.indexOf('"', at + 1)
    if (end === -1) throw searchFault(at, 'this quotation mark is not closed')
    return { value: q.slice(at + 1, end), quoted: true, end: end + 1 }
  }
  let end = at
  while (end < q.length && !space.test(q[end] ?? '') && q[end] !== '"') end++
  return { value: q.slice(at, end), quoted: false, end }
}

function readOperator(q: string, at: number): string | undefined {
  operatorPattern.lastIndex = at
  return operatorPattern.exec(q)?.[1]
}

/** Splits a query into its terms. */
export function readTerms(q: string): Term[] {
  const terms: Term[] = []
  let at = 0
  while (at < q.length) {
    if (space.test(q[at] ?? '')) {
      at++
      continue
    }
    const start = at
    // A dash before white space is punctuation.
    const not = q[at] === '-' && at + 1 < q.length && !space.test(q[at + 1] ?? '')
    if (not) at++
    const operator = readOperator(q, at)
    if (operator) at += operator.length + 1
    const { value, quoted, end } = readValue(q, at)
    if (operator && value.trim() === '') throw searchFault(start, `${operator}: needs a value`)
    terms.push({ at: start, not, operator: operator?.toLowerCase(), value, quoted })
    at = end
  }
  return terms
}
