import type { Text } from '../text.ts'
import { checkPattern } from './expressions/pattern/pattern.ts'
import { formats as ownFormats } from './formats.ts'
import { localized } from './issue.ts'

// A global of browsers and Node alike; the ES library does not declare it.
declare const URL: { canParse(text: string): boolean }

type Rules = { minLength?: number; maxLength?: number; pattern?: string; format?: string }

const formats: Record<string, { fits(text: string): boolean; message: Text }> = {
  uuid: {
    fits: (text) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text),
    message: localized('Enter a valid id.', 'Saisissez un identifiant valide.'),
  },
  'date-time': {
    fits: (text) =>
      /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/.test(text) &&
      !Number.isNaN(Date.parse(text)),
    message: localized(
      'Enter a date and time such as 2026-11-15T09:00:00Z.',
      'Saisissez une date et une heure, par exemple 2026-11-15T09:00:00Z.',
    ),
  },
  uri: {
    fits: (text) => URL.canParse(text),
    message: localized('Enter a valid URL.', 'Saisissez une URL valide.'),
  },
  email: {
    fits: (text) => /^[^\s@]+@[^\s@]+$/.test(text),
    message: localized('Enter a valid email address.', 'Saisissez une adresse e-mail valide.'),
  },
  cron: {
    fits: (text) => ownFormats.cron?.(text) !== false,
    message: localized(
      'Enter a schedule as minute, hour, day, month and weekday, for example 0 9 * * 1-5.',
      'Saisissez une planification : minute, heure, jour, mois et jour de la semaine, par exemple 0 9 * * 1-5.',
    ),
  },
  'time-zone': {
    fits: (text) => ownFormats['time-zone']?.(text) !== false,
    message: localized(
      'Enter a time zone such as Europe/Paris.',
      'Saisissez un fuseau horaire, par exemple Europe/Paris.',
    ),
  },
}

/** The work that checking the patterns of one graph may take; each pattern is checked once. */
export type PatternBudget = { left: number; known: Map<string, boolean> }

/** Enough for thousands of usual patterns, or for ten of the largest. */
const maxPatternWork = 250_000
export const createPatternBudget = (): PatternBudget => ({ left: maxPatternWork, known: new Map() })

const invalidPattern = localized('Enter a valid pattern.', 'Saisissez un motif valide.')

/** Patterns beyond the budget are not checked: the graph is rejected as a whole. */
function isPattern(text: string, budget: PatternBudget): boolean {
  const known = budget.known.get(text)
  if (known !== undefined || budget.left < 0) return known ?? true
  const { isValid, work } = checkPattern(text)
  budget.left -= work
  budget.known.set(text, isValid)
  return isValid
}

export function* checkText(
  { minLength = 0, maxLength, pattern, format }: Rules,
  text: string,
  patterns: PatternBudget,
): Iterable<Text> {
  // Counts code points; skips building a list of a long text.
  const isShorter =
    text.length < minLength || (minLength > 1 && text.length < 2 * minLength && [...text].length < minLength)
  if (isShorter)
    yield minLength === 1
      ? localized('This field cannot be empty.', 'Ce champ ne peut pas être vide.')
      : localized(`Enter at least ${minLength} characters.`, `Saisissez au moins ${minLength} caractères.`)
  if (maxLength !== undefined && text.length > maxLength && [...text].length > maxLength)
    yield localized(`Enter at most ${maxLength} characters.`, `Saisissez ${maxLength} caractères au plus.`)
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(text))
    yield localized('This value has the wrong format.', "Cette valeur n'a pas le bon format.")
  const known = format !== undefined && Object.hasOwn(formats, format) ? formats[format] : undefined
  if (known && !known.fits(text)) yield known.message
  if (format === 'text-pattern' && !isPattern(text, patterns)) yield invalidPattern
}
