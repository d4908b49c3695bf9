import { type Run, spend } from '../budget.ts'
import { asText, badArgument, type Param, text } from './define.ts'

// Intl formatters are cached: creating one takes as long as about a thousand steps of an expression. Their cost in
// steps does not depend on the cache, so that an evaluation always costs the same.
const cost = 5
const maxCached = 500

function cached<T>(cache: Map<string, T>, key: string, make: () => T): T {
  const known = cache.get(key)
  if (known !== undefined) return known
  const made = make()
  if (cache.size >= maxCached) cache.clear()
  cache.set(key, made)
  return made
}

/** Lets the platform validate a text: a RangeError or TypeError becomes a fault. */
function orBadArgument<T>(run: Run, make: () => T, en: string, fr: string): T {
  try {
    return make()
  } catch (error) {
    if (error instanceof RangeError || error instanceof TypeError) throw badArgument(run, en, fr)
    throw error
  }
}

const shorten = (value: string) => value.slice(0, 40)

/** A language such as en, fr or de-CH. */
export const language = (): Param<string> => ({
  ...text('language'),
  accept: (value, run, name) => {
    const tag = asText(value, run, name)
    const check = () => Intl.getCanonicalLocales(tag.length > 35 ? '?' : tag)
    orBadArgument(
      run,
      check,
      `"${shorten(tag)}" is not a language code.`,
      `« ${shorten(tag)} » n'est pas un code de langue.`,
    )
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
  return orBadArgument(
    run,
    () =>
      cached(
        numbers,
        `${tag} ${digits} ${money.currency}`,
        () => new Intl.NumberFormat(tag, { ...some, ...money }),
      ),
    `"${shorten(currency ?? '')}" is not a currency code. Use EUR, USD, …`,
    `« ${shorten(currency ?? '')} » n'est pas un code de devise. Utilisez EUR, USD, …`,
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
  return orBadArgument(
    run,
    () => cached(clocks, zone, make),
    `"${shorten(zone)}" is not a time zone. Use a name such as Europe/Paris.`,
    `« ${shorten(zone)} » n'est pas un fuseau horaire. Utilisez un nom comme Europe/Paris.`,
  )
}

const calendars = new Map<string, Intl.DateTimeFormat>()
/** The name of the month or weekday of a day, given as noon UTC. */
export function dayName(
  run: Run,
  tag: string,
  what: 'month' | 'weekday',
  width: 'long' | 'short',
  at: number,
) {
  spend(run, cost)
  const make = () => new Intl.DateTimeFormat(tag, { timeZone: 'UTC', [what]: width })
  return cached(calendars, `${tag} ${what} ${width}`, make).format(at)
}
