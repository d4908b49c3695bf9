import { failure, type Place } from './fault.ts'
import { messages } from './messages.ts'

/** What one evaluation may use up. `output` is the size of the result, in characters. */
export type Limits = { steps: number; output: number }

export const defaultLimits: Limits = { steps: 10_000, output: 262_144 }

/** What parsing accepts. `depth` bounds the tree, and thereby the stack of everything that walks it. */
export const sourceLimits = { expression: 10_000, template: 100_000, depth: 100 }

/** Values by root. A root may be a function: it is asked once a scope, when an expression first needs it. */
export type Scope = { readonly [root: string]: unknown }

/** One evaluation under way. `place` is what a fault inside a function points at. */
export type Run = { left: number; place: Place; readonly scope: Scope; readonly locals: unknown[] }

// Even a generous caller cannot ask for texts and lists that the platform refuses to make.
const maxSteps = 1_000_000

export const startRun = (scope: Scope, steps: number): Run => ({
  left: steps > 0 ? Math.min(steps, maxSteps) : 0,
  place: { at: 0, length: 0 },
  scope,
  locals: [],
})

export const overrun = (place: Place) => failure(place, 'expression.budget', messages.budget)

/** Written so that a cost that is not a number stops the run too. */
export function spend(run: Run, steps: number) {
  run.left -= steps
  if (!(run.left >= 0)) throw overrun(run.place)
}

/**
 * Texts cost by size, before they are built: a bomb stops without having taken the memory. 256 characters a step
 * leave a long mail affordable and hold all texts that the default budget can build under 3 MB.
 */
export const spendText = (run: Run, length: number) => spend(run, Math.floor(length / 256))
