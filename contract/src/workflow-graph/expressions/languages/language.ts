import type { Run } from '../budget.ts'
import type { Expression } from '../expression.ts'
import { childrenOf, type Node } from '../syntax.ts'

/** What the text of a field is parsed as later. A value is escaped for it, so that it stays a value. */
export type Language = 'html' | 'url' | 'json' | 'xml' | 'form' | 'search' | 'addresses' | 'pattern'

type Params = Readonly<Record<string, unknown>>

/** The language of a field; a function where it depends on other parameters, or on fields beside it in a list. */
export type LanguageRule = Language | ((params: Params, beside: Params) => Language | undefined)

/** By field, such as `body` or `operations.pattern`; indexes of lists are left out. */
export type Languages = Readonly<Record<string, LanguageRule>>

/** Writes a value as part of the text, escaped for the place where it stands. */
export type Insert = (run: Run, value: unknown) => string

export type Inserts = {
  /** Whether a template of a single expression is escaped too: it is then a value, not text of the language. */
  escapesWhole: boolean
  /** One per part of the template; undefined for literal text. */
  parts: readonly (Insert | undefined)[]
}

export type TemplatePart = string | Expression

/** The function that an expression ends with: `raw` for `{{ x | raw }}`. */
export const lastFunction = ({ node }: Expression): string | undefined =>
  node.kind === 'call' ? node.name : undefined

export const callsFunction = (node: Node, name: string): boolean =>
  (node.kind === 'call' && node.name === name) || childrenOf(node).some((child) => callsFunction(child, name))
