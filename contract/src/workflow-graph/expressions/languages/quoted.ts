import type { Run } from '../budget.ts'
import { escapeHtml } from '../escape-html.ts'
import { escapePattern } from '../escape-pattern.ts'
import { failure } from '../fault.ts'
import { toJson, toText } from '../values.ts'
import { type Insert, type Inserts, lastFunction, type TemplatePart } from './language.ts'

// Languages in which a value is safe between quotation marks, or with a sign before each special character.

/** What precedes an expression in the literal text. */
type Before = { isQuoted: boolean; text: string }
type Choose = (before: Before, last: string | undefined) => Insert

/** A template that is a single expression is a whole document of the language, not a value in one. */
const insertsWith =
  (choose: Choose) =>
  (parts: readonly TemplatePart[]): Inserts => {
    const before: Before = { isQuoted: false, text: '' }
    return {
      escapesWhole: false,
      parts: parts.map((part) => {
        if (typeof part !== 'string') {
          const last = lastFunction(part)
          return last === 'raw' ? toText : choose(before, last)
        }
        // An escaped quotation mark neither opens nor closes.
        const marks = part.replaceAll(/\\./gs, '').split('"').length - 1
        before.isQuoted = before.isQuoted !== (marks % 2 === 1)
        before.text = part
        return undefined
      }),
    }
  }

/** Inside a JSON text its content, elsewhere a JSON value. */
export const jsonInserts = insertsWith(({ isQuoted }, last) => {
  if (isQuoted) return (run, value) => JSON.stringify(toText(run, value).toWellFormed()).slice(1, -1)
  return last === 'toJson' ? toText : (run, value) => toJson(run, value ?? null)
})

const plainTerm = /^(?!OR$)[\p{L}\p{N}_.@+][\p{L}\p{N}_.@+-]*$/u

/** A value in a search is a word or a phrase, never an operator. */
export const searchInserts = insertsWith(({ isQuoted }) => (run, value) => {
  const text = toText(run, value).replaceAll('"', ' ')
  return isQuoted || text === '' || plainTerm.test(text) ? text : `"${text}"`
})

const notOneAddress = (run: Run) =>
  failure(run.place, 'expression.argument', {
    en: 'This value is not a single email address.',
    fr: "Cette valeur n'est pas une adresse e-mail unique.",
  })

/** A value is one name or one address: commas, quotation marks and brackets in it add no recipient. */
export const addressInserts = insertsWith(({ isQuoted, text: before }) => (run, value) => {
  const text = toText(run, value)
  if (isQuoted) return text.replaceAll(/["\\]/g, '')
  if (!/[,;<>"\\]/.test(text)) return text
  if (/<[^<>]*$/.test(before)) throw notOneAddress(run)
  return `"${text.replaceAll(/["\\]/g, '')}"`
})

/** A value in a pattern stands for itself. */
export const patternInserts = insertsWith((_before, last) =>
  last === 'escapePattern' ? toText : (run, value) => escapePattern(toText(run, value)),
)

export const xmlInserts = insertsWith((_before, last) =>
  last === 'escapeHtml' ? toText : (run, value) => escapeHtml(toText(run, value)),
)

export const formInserts = insertsWith((_before, last) =>
  last === 'urlEncode' ? toText : (run, value) => encodeURIComponent(toText(run, value).toWellFormed()),
)
