import { failure, type Place } from './fault.ts'
import { messages } from './messages.ts'

/** The limits of one evaluation. `output` is the size of the result, in characters. */
export type Limits = { steps: number; output: number }

export const defaultLimits: Limits = { steps: 10_000, output: 262_144 }

/** The limits of parsing. `depth` bounds the tree, and so the stack of every recursive walk over it. */
export const sourceLimits = { expression: 10_000, template: 100_000, depth: 100 }

/** Values by root. A root may be a function: it is called once per scope, when an expression first needs it. */
export type Scope = { readonly [root: string]: unknown }

/** An evaluation in progress. `place` is what a fault inside a function points at. */
export type Run = {
  left: number
  place: Place
  readonly scope: Scope
  readonly locals: unknown[]
  /** Removes from HTML what a stranger must not add to ours. */
  readonly sanitiseHtml: ((html: string) => string) | undefined
}

// Keeps texts and lists below what the platform can allocate, whatever limit the caller sets.
const maxSteps = 1_000_000

export const startRun = (scope: Scope, steps: number, sanitiseHtml?: (html: string) => string): Run => ({
  left: steps > 0 ? Math.min(steps, maxSteps) : 0,
  place: { at: 0, length: 0 },
  scope,
  locals: [],
  sanitiseHtml,
})

export const budgetExceeded = (place: Place) => failure(place, 'expression.budget', messages.budget)

/** The comparison also stops the evaluation when a cost is NaN. */
export function spend(run: Run, steps: number) {
  run.left -= steps
  if (!(run.left >= 0)) throw budgetExceeded(run.place)
}

/**
 * Charges for a text by size, before it is built, so that a bomb stops before it takes the memory. At 256 characters
 * per step a long mail is affordable, and the default budget cannot build more than 3 MB of text.
 */
export const spendText = (run: Run, length: number) => spend(run, Math.floor(length / 256))
