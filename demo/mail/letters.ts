import type { Random } from '../../server/test/mail/random.ts'
import type { Language, Person } from '../company/people.ts'
import type { File } from './compose.ts'

/** What somebody writes; whom to and when is decided elsewhere. */
export type Letter = {
  from: Person
  language: Language
  subject: string
  text: string
  html?: string
  files?: File[]
  headers?: string[]
  /** What a careful person would sort it as; only customers' mail. */
  category?: Category
  /** How the company has answered it, in the past. */
  answer?: string
}

type Category = 'order' | 'return' | 'quote' | 'complaint' | 'question'

/** Writes a letter; `n` makes numbers and names differ. */
export type Writer = (random: Random, n: number) => Letter

const dayNames = {
  en: new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' }),
  fr: new Intl.DateTimeFormat('fr-FR', { day: 'numeric', month: 'long', year: 'numeric' }),
}
export const dayIn = (offset: number, language: Language) =>
  dayNames[language].format(new Date(Date.now() + offset * 86_400_000))

const amounts = {
  en: new Intl.NumberFormat('en-GB', { minimumFractionDigits: 2, useGrouping: true }),
  fr: new Intl.NumberFormat('fr-FR', { minimumFractionDigits: 2, useGrouping: true }),
}
export const amountIn = (value: number, language: Language) =>
  `${amounts[language].format(value).replaceAll(/[\u00a0\u202f]/g, ' ')} EUR`

export const paragraphs = (...parts: string[]) => parts.join('\n\n')
