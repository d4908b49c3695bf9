import { type Run, spend } from '../budget.ts'
import { asText, badArgument, type Param, text } from './define.ts'

// Formatters of the platform. Making one takes about as long as a thousand steps of an expression, so they are kept;
// what they cost does not depend on whether they were.
const cost = 5
const most = 500

function kept<T>(cache: Map<string, T>, key: string, make: () => T): T {
  const known = cache.get(key)
  if (known !== undefined) return known
  const made = make()
  if (cache.size >= most) cache.clear()
  cache.set(key, made)
  return made
}

/** A text that the platform itself judges: a RangeError is a no. */
function judged<T>(run: Run, make: () => T, en: string, fr: string): T {
  try {
    return make()
  } catch (error) {
    if (error instanceof RangeError || error instanceof TypeError) throw badArgument(run, en, fr)
    throw error
  }
}

const shown = (value: string) => value.slice(0, 40)

/** A language such as en, fr or de-CH. */
export const language = (): Param<string> => ({
  ...text('language'),
  accept: (value, run, name) => {
    const tag = asText(value, run, name)
    const check = () => Intl.getCanonicalLocales(tag.length > 35 ? '?' : tag)
    judged(run, check, `"${shown(tag)}" is not a language.`, `« ${shown(tag)} » n'est pas une langue.`)
    return tag
  },
})

const numbers = new Map<string, Intl.NumberFormat>()
export function numberFormat(run: Run, tag: string, digits?: number, currency?: string): Intl.NumberFormat {
  spend(run, cost)
  const some = digits === undefined ? {} : { minimumFractionDigits: digits, maximumFractionDigits: digits }
  const money =
    currency === undefined
      ? {}
      : { style: 'currency' as const, currency: currency.length > 3 ? '?' : currency }
  return judged(
    run,
    () =>
      kept(
        numbers,
        `${tag} ${digits} ${money.currency}`,
        () => new Intl.NumberFormat(tag, { ...some, ...money }),
      ),
    `"${shown(currency ?? '')}" is not a currency; write EUR, USD ...`,
    `« ${shown(currency ?? '')} » n'est pas une monnaie ; écrivez EUR, USD ...`,
  )
}

const clocks = new Map<string, Intl.DateTimeFormat>()
/** Shows year, month, day, hour, minute and second in a time zone. */
export function clockOf(run: Run, zone: string): Intl.DateTimeFormat {
  spend(run, cost)
  const make = () =>
    new Intl.DateTimeFormat('en-US', {
      timeZone: zone.length > 64 ? '?' : zone,
      hourCycle: 'h23',
      era: 'short',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
  return judged(
    run,
    () => kept(clocks, zone, make),
    `"${shown(zone)}" is not a time zone; write one such as Europe/Paris.`,
    `« ${shown(zone)} » n'est pas un fuseau horaire ; écrivez par exemple Europe/Paris.`,
  )
}

const calendars = new Map<string, Intl.DateTimeFormat>()
/** The name of a month or weekday, of a day given at noon UTC. */
export function dayName(
  run: Run,
  tag: string,
  what: 'month' | 'weekday',
  width: 'long' | 'short',
  at: number,
) {
  spend(run, cost)
  const make = () => new Intl.DateTimeFormat(tag, { timeZone: 'UTC', [what]: width })
  return kept(calendars, `${tag} ${what} ${width}`, make).format(at)
}
