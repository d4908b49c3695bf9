import { type Run, spend, spendText } from '../budget.ts'
import { failure } from '../fault.ts'
import { messages } from '../messages.ts'
import { kindOf } from '../values.ts'
import { asNumber, badArgument } from './define.ts'

export const spendItems = (run: Run, items: unknown[]) => {
  spend(run, items.length)
  return items
}

export const sumOf = (run: Run, name: string, items: unknown[]) =>
  spendItems(run, items).reduce<number>((sum, item) => sum + asNumber(item, run, name), 0)

export function finite(run: Run, value: number) {
  if (!Number.isFinite(value)) throw failure(run.place, 'expression.math', messages.notFinite)
  return value
}

/** Sorts by numbers or texts, all of one kind; null comes last. */
export function sorted<T>(run: Run, entries: { key: unknown; item: T }[]): T[] {
  spend(run, entries.length * 2)
  for (const { key } of entries) if (typeof key === 'string') spendText(run, key.length)
  const known = entries.filter(({ key }) => key !== null && key !== undefined)
  const kinds = new Set(known.map(({ key }) => kindOf(key)))
  if (kinds.size > 1 || [...kinds].some((kind) => kind !== 'number' && kind !== 'text'))
    throw badArgument(
      run,
      'A list can only be sorted by numbers or by texts, not by a mix of kinds.',
      'Une liste ne peut être triée que par nombres ou par textes, sans mélange.',
    )
  const rank = (key: unknown) => (typeof key === 'number' || typeof key === 'string' ? key : '')
  known.sort((a, b) => (rank(a.key) < rank(b.key) ? -1 : rank(a.key) > rank(b.key) ? 1 : 0))
  const rest = entries.filter(({ key }) => key === null || key === undefined)
  return [...known, ...rest].map(({ item }) => item)
}
