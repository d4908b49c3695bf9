import { fitsWildcards } from './wildcards.ts'

export type FindOperator = 'equals' | 'contains' | 'starts_with' | 'ends_with' | 'matches'

/** Every text contains the empty string, so an empty value can only match with "equals". */
export function findWords(operator: FindOperator, text: string, wanted: string): boolean {
  if (operator === 'equals') return text === wanted
  if (wanted === '') return false
  if (operator === 'contains') return text.includes(wanted)
  if (operator === 'starts_with') return text.startsWith(wanted)
  if (operator === 'ends_with') return text.endsWith(wanted)
  return fitsWildcards(text, wanted)
}
