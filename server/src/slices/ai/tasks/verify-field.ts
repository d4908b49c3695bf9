import { removeInvisible } from '../../../platform/text/clean-text.ts'
import { holdsValue } from '../grounding/holds-value.ts'
import { locate, squeeze } from '../grounding/squeeze.ts'
import type { Material } from './task.ts'

export type FieldType = 'text' | 'number' | 'date' | 'boolean' | 'email' | 'choice'

/** The passage as it stands in the material; undefined if it does not. */
export function findPassage(material: readonly Material[], passage: string): string | undefined {
  for (const { text } of material) {
    const visible = removeInvisible(text)
    const range = locate(visible, passage)
    if (range) return visible.slice(...range)
  }
  return undefined
}

/** The value if the passage says so. What is a person's judgement, a choice or a yes, cannot be checked further. */
export function readValue(type: FieldType, value: string | number | boolean, passage: string, today: string) {
  if (type === 'boolean' || type === 'choice') return value
  if (type === 'text') {
    const words = squeeze(String(value)).plain.trim()
    return words !== '' && squeeze(passage).plain.includes(words) ? String(value).trim() : undefined
  }
  if (type === 'email') {
    const address = String(value).trim().toLowerCase()
    return passage.toLowerCase().includes(address) && /^\S+@\S+$/.test(address) ? address : undefined
  }
  if (type === 'date' && !/^\d{4}-\d\d-\d\d$/.test(String(value))) return undefined
  return holdsValue(passage, type === 'number' ? { number: Number(value) } : { date: String(value) }, today)
    ? value
    : undefined
}
