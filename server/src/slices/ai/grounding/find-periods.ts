import { dayOf, monthRange, partsOf, weekRange } from './calendar.ts'
import { add, matchesIn, type Scan } from './matches.ts'

type Range = readonly [number, number]

const shiftMonth = (today: number, by: number): Range => {
  const { year, month } = partsOf(today)
  return monthRange(year, month + by)
}
const shiftYear = (today: number, by: number): Range => {
  const { year } = partsOf(today)
  return [dayOf(year + by, 1, 1) ?? today, dayOf(year + by, 12, 31) ?? today]
}
const lastOf = ([, to]: Range, days: number): Range => [to - days + 1, to]
const on = (day: number): Range => [day, day]

const periods: readonly (readonly [RegExp, (today: number) => Range])[] = [
  [/(?<!\w)(?:the )?day after tomorrow\b|(?<!\w)apres-demain\b/dg, (today) => on(today + 2)],
  [
    /(?<!\w)(?:tomorrow|demain)(?: (?:morning|afternoon|evening|night|matin|midi|soir|apres-midi))?\b/dg,
    (today) => on(today + 1),
  ],
  [
    /(?<!\w)(?:yesterday|hier)(?: (?:morning|afternoon|evening|matin|soir|apres-midi))?\b/dg,
    (today) => on(today - 1),
  ],
  [
    /(?<!\w)(?:tonight|this (?:morning|afternoon|evening)|ce soir|ce matin|cet apres-midi|end of (?:the |this )?day|(?:la )?fin de (?:la )?journee|dans la journee)\b/dg,
    on,
  ],
  [
    /(?<!\w)(?:by |at |before )?(?:the )?end of (?:the |this )?week\b|(?<!\w)(?:en |la )?fin de (?:la |cette )?semaine\b/dg,
    (today) => lastOf(weekRange(today), 3),
  ],
  [
    /(?<!\w)(?:next week|(?:la )?semaine prochaine|la semaine suivante|the following week)\b/dg,
    (today) => weekRange(today + 7),
  ],
  [/(?<!\w)(?:this week|cette semaine)\b/dg, weekRange],
  [/(?<!\w)(?:last week|(?:la )?semaine derniere)\b/dg, (today) => weekRange(today - 7)],
  [/(?<!\w)(?:this |the |next |ce |le )?week-?end(?: prochain)?\b/dg, (today) => lastOf(weekRange(today), 2)],
  [
    /(?<!\w)(?:the )?end of (?:the |this )?month\b|(?<!\w)(?:la )?fin (?:du|de ce) mois\b/dg,
    (today) => lastOf(shiftMonth(today, 0), 8),
  ],
  [/(?<!\w)(?:next month|(?:le )?mois prochain)\b/dg, (today) => shiftMonth(today, 1)],
  [/(?<!\w)(?:this month|ce mois(?:-ci)?)\b/dg, (today) => shiftMonth(today, 0)],
  [/(?<!\w)(?:last month|(?:le )?mois dernier)\b/dg, (today) => shiftMonth(today, -1)],
  [
    /(?<!\w)(?:the )?end of (?:the |this )?year\b|(?<!\w)(?:la )?fin (?:de l'|d')annee\b/dg,
    (today) => lastOf(shiftYear(today, 0), 31),
  ],
  [/(?<!\w)(?:next year|l'annee prochaine|l'an prochain)\b/dg, (today) => shiftYear(today, 1)],
  [/(?<!\w)(?:this year|cette annee)\b/dg, (today) => shiftYear(today, 0)],
  [/(?<!\w)(?:last year|l'annee derniere|l'an dernier)\b/dg, (today) => shiftYear(today, -1)],
]

// "Thank you for calling today" states nothing; "it leaves today" does.
const today = /(?<!\w)(?:today|aujourd'hui)\b/dg
const announces =
  /\b(?:will|shall|'ll|going to|ships?|shipped|leaves?|goes|sends?|sent|sending|refund\w*|starts?|arrives?|deliver\w*|until|by|part|partira|envoy\w+|expedi\w+|livr\w+|arrive\w*|rembours\w+|commence\w*|d'ici|jusqu'a|avant|sera|seront)\b/

/** Start and end of the sentence around a position. */
export function sentenceAt(folded: string, at: number): readonly [number, number] {
  const before = Math.max(...['. ', '! ', '? ', '\n'].map((mark) => folded.lastIndexOf(mark, at - 1)))
  const ends = ['. ', '! ', '? ', '\n'].map((mark) => folded.indexOf(mark, at)).filter((end) => end !== -1)
  return [before + 1, ends.length > 0 ? Math.min(...ends) + 1 : folded.length]
}

/** Days and periods counted from today: "tomorrow", "la semaine prochaine". */
export function findPeriods(scan: Scan) {
  for (const [pattern, rangeFrom] of periods)
    for (const match of matchesIn(scan, pattern)) {
      const end = match.index + match[0].length
      add(scan, { kind: 'date', start: match.index, end, readings: [{ days: rangeFrom(scan.today) }] })
    }
  for (const match of matchesIn(scan, today)) {
    const [from, to] = sentenceAt(scan.folded, match.index)
    const end = match.index + match[0].length
    if (announces.test(scan.folded.slice(from, to)))
      add(scan, { kind: 'date', start: match.index, end, readings: [{ days: on(scan.today) }] })
  }
}
