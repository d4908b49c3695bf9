import type { Comparison } from './compare-runs.ts'

type Locale = 'en' | 'fr'

const percent = (share: number, locale: Locale) =>
  new Intl.NumberFormat(locale, { style: 'percent', maximumSignificantDigits: 2 }).format(share)

type Texts = {
  nothing: string
  unchanged: (compared: number) => string
  counts: (c: Comparison) => string
  better: string
  worse: string
  undecided: string
  chance: (share: string) => string
}

const en: Texts = {
  nothing: 'The two evaluations have no message of the reference set in common, so they cannot be compared.',
  unchanged: (compared) => `Of ${compared} messages none became right or wrong.`,
  counts: ({ compared, better, worse }) =>
    `Of ${compared} messages ${better} became right and ${worse} became wrong.`,
  better: 'The answers have become better.',
  worse: 'The answers have become worse.',
  undecided: 'This does not show that one is better than the other; more messages may.',
  chance: (share) =>
    `If both were equally good, a difference at least this large would occur by chance in ${share} of such comparisons.`,
}
const fr: Texts = {
  nothing:
    "Les deux évaluations n'ont aucun message du jeu de référence en commun : elles ne peuvent pas être comparées.",
  unchanged: (compared) => `Sur ${compared} messages, aucun n'est devenu juste ou faux.`,
  counts: ({ compared, better, worse }) =>
    `Sur ${compared} messages, nouvellement justes : ${better} ; nouvellement faux : ${worse}.`,
  better: 'Les réponses se sont améliorées.',
  worse: 'Les réponses se sont dégradées.',
  undecided: "Cela ne montre pas que l'une est meilleure que l'autre ; davantage de messages le pourraient.",
  chance: (share) =>
    `Si les deux se valaient, un écart au moins aussi grand apparaîtrait par hasard dans ${share} des comparaisons.`,
}
const texts = { en, fr }

/** How sure a difference is, in words. */
export function describeComparison(comparison: Comparison, locale: Locale): string {
  const { compared, better, worse, pValue, verdict } = comparison
  const words = texts[locale]
  if (compared === 0) return words.nothing
  if (better + worse === 0) return `${words.unchanged(compared)} ${words.undecided}`
  return [words.counts(comparison), words[verdict], words.chance(percent(pValue, locale))].join(' ')
}
