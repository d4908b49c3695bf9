// Names of months, weekdays and periods, folded, English and French.

const monthNames: readonly (readonly string[])[] = [
  ['january', 'janvier', 'janv', 'jan'],
  ['february', 'fevrier', 'fevr', 'feb'],
  ['march', 'mars', 'mar'],
  ['april', 'avril', 'avr', 'apr'],
  ['may', 'mai'],
  ['june', 'juin', 'jun'],
  ['july', 'juillet', 'juil', 'jul'],
  ['august', 'aout', 'aug'],
  ['september', 'septembre', 'sept', 'sep'],
  ['october', 'octobre', 'oct'],
  ['november', 'novembre', 'nov'],
  ['december', 'decembre', 'dec'],
]
const weekdayNames: readonly (readonly string[])[] = [
  ['monday', 'lundi', 'mon'],
  ['tuesday', 'mardi', 'tues', 'tue'],
  ['wednesday', 'mercredi', 'wed'],
  ['thursday', 'jeudi', 'thurs', 'thur', 'thu'],
  ['friday', 'vendredi', 'fri'],
  ['saturday', 'samedi', 'sat'],
  ['sunday', 'dimanche', 'sun'],
]

const index = (names: readonly (readonly string[])[]) =>
  new Map(names.flatMap((list, at) => list.map((name) => [name, at + 1] as const)))
const longestFirst = (names: Iterable<string>) => [...names].sort((a, b) => b.length - a.length).join('|')

export const months = index(monthNames)
export const weekdays = index(weekdayNames)

export const month = `(?:${longestFirst(months.keys())})`
export const weekday = `(?:${longestFirst(weekdays.keys())})`
/** In full: the short forms are words of their own ("sun", "mar", "sat"). */
export const fullWeekday = `(?:${longestFirst(weekdayNames.flatMap((list) => list.slice(0, 2)))})`
export const fullMonth = `(?:${longestFirst(monthNames.flatMap((list) => list.slice(0, 2)))})`

export const seasons: Record<string, string> = {
  spring: 'spring',
  printemps: 'spring',
  summer: 'summer',
  ete: 'summer',
  autumn: 'autumn',
  fall: 'autumn',
  automne: 'autumn',
  winter: 'winter',
  hiver: 'winter',
}
