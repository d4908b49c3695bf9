import { authorLine, quoteMaterial } from './quote-material.ts'
import { type AskModel, closed, type Material } from './task.ts'

export type SummariseTask = {
  material: Material[]
  instructions: string
  /** A language code, or `mail`: that of the mail. */
  language: string
  length: 'line' | 'short' | 'long'
}

const lengths = {
  line: 'one sentence',
  short: 'at most five sentences',
  long: 'at most three short paragraphs',
}
const maxTokens = { line: 200, short: 600, long: 1_500 }
const maxChars = { line: 400, short: 2_000, long: 6_000 }

export const languageLine = (language: string): string =>
  language === 'mail'
    ? 'Write in the language of the message.'
    : `Write in the language with the code ${language}.`

export async function summarise(ask: AskModel, task: SummariseTask): Promise<{ text: string }> {
  const { rule, text } = quoteMaterial(task.material)
  const system = [
    `You summarise e-mail for the person who received it, in ${lengths[task.length]}: what it is about, what is asked of them, by when. State nothing that it does not say.`,
    languageLine(task.language),
    authorLine(task.instructions),
    rule,
  ].join('\n')
  const schema = closed({ summary: { type: 'string', maxLength: maxChars[task.length] } })
  const answer = await ask('general', {
    system,
    text,
    output: { name: 'summary', schema },
    maxOutputTokens: maxTokens[task.length],
  })
  return { text: (answer as { summary: string }).summary.trim() }
}
