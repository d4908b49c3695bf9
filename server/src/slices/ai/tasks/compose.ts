import { removeInvisible } from '../../../platform/text/clean-text.ts'
import type { Source } from '../grounding/types.ts'
import { authorLine, quoteMaterial } from './quote-material.ts'
import { languageLine } from './summarise.ts'
import { type AskModel, closed } from './task.ts'

export type ComposeTask = {
  kind: 'reply' | 'new'
  /** Everything that the text may rest on. The instructions of the author are one of them. */
  sources: Source[]
  /** How the member has answered this person before: for the manner, not for facts. */
  earlier: Source[]
  instructions: string
  tone: 'neutral' | 'friendly' | 'formal'
  language: string
  length: 'short' | 'medium' | 'long'
  /** Whose mail it is. */
  writer: string
  today: string
}
export type Composition = { subject: string; text: string; language: string; cited: string[] }

const words = { short: 80, medium: 180, long: 400 }
const labels: Record<Source['kind'], string> = {
  message: 'message of the conversation',
  row: 'row of a table',
  attachment: 'text of an attachment',
  instructions: 'instructions',
  member: 'about the writer',
}
const labelOf = ({ kind, title, date, foreign }: Source) =>
  [labels[kind], kind === 'message' && !foreign ? 'ours' : '', title, date ?? ''].filter(Boolean).join(', ')

/** Writes the text of a mail. Who gets it is never asked of the model. */
export async function compose(ask: AskModel, task: ComposeTask): Promise<Composition> {
  const quoted = task.sources.filter(({ kind }) => kind !== 'instructions')
  const { rule, text } = quoteMaterial([
    ...task.earlier.map(({ id, text: body }) => ({
      id,
      label: 'an earlier answer of ours, for the manner only',
      text: body,
    })),
    ...quoted.map((source) => ({ id: source.id, label: labelOf(source), text: source.text })),
  ])
  const system = [
    task.kind === 'reply'
      ? `You write the reply of ${task.writer} to the last message of the conversation.`
      : `You write a new e-mail for ${task.writer}.`,
    `Today is ${task.today}. Tone: ${task.tone}. At most ${words[task.length]} words. Plain text, no subject line in it, no signature, no quoted original.`,
    languageLine(task.language),
    'State only facts, dates, amounts, names and links that stand in the material or in the instructions, and promise only what our own side says. If something is not known, say that it will be checked.',
    'In `sources` list the ids of the parts that you used.',
    authorLine(task.instructions),
    rule,
  ].join('\n')
  const schema = closed({
    subject: { type: 'string', maxLength: 200 },
    text: { type: 'string', maxLength: 10_000 },
    language: { type: 'string', maxLength: 12 },
    sources: { type: 'array', items: { type: 'string', maxLength: 100 }, maxItems: 40 },
  })
  const maxOutputTokens = 400 + words[task.length] * 4
  const answer = (await ask('compose', {
    system,
    text,
    output: { name: 'mail', schema },
    maxOutputTokens,
  })) as {
    subject: string
    text: string
    language: string
    sources: string[]
  }
  return {
    subject: removeInvisible(answer.subject)
      .replaceAll(/[\r\n\0]+/g, ' ')
      .trim(),
    text: removeInvisible(answer.text).trim(),
    language: answer.language,
    cited: answer.sources,
  }
}
