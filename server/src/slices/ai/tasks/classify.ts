import { removeInvisible } from '../../../platform/text/clean-text.ts'
import { authorLine, quoteMaterial } from './quote-material.ts'
import { type AskModel, closed, type Material } from './task.ts'

type Category = { name: string; description: string }
export type Example = { text: string; labels: string[] }
type Question = {
  categories: Category[]
  /** Whether a mail may have several labels. */
  several: boolean
  instructions: string
}
export type ClassifyTask = Question & { material: Material[]; examples: Example[] }
export type Classification = { labels: string[]; confidence: number }

/** How many examples a model is shown. */
export const maxExamples = 10

/** What the author asks: the same for every mail. */
export const classifyQuestion = ({ categories, several, instructions }: Question): string =>
  [
    several
      ? 'You sort an e-mail: name every category that applies, and none if none does.'
      : 'You sort an e-mail into exactly one category.',
    `Categories:\n${categories.map(({ name, description }) => `- ${name}: ${description}`).join('\n')}`,
    authorLine(instructions),
  ].join('\n')

/** Examples as parts of the material: they are mail as well. */
const partsOf = (examples: readonly Example[]): Material[] =>
  examples.map(({ text, labels }, at) => ({
    id: `example ${at + 1}`,
    label: `example, belongs to: ${labels.join(', ') || 'none'}`,
    text,
  }))

/** The examples as a model reads them, without the marks that set off each part. */
export const describeExamples = (examples: readonly Example[]): string =>
  partsOf(examples)
    .map(({ id, label, text }) => `${label} (${id})\n${removeInvisible(text)}`)
    .join('\n')

/** Categories of the author, an answer from that closed set, and how sure the model is. */
export async function classify(ask: AskModel, task: ClassifyTask): Promise<Classification> {
  const { categories, several, examples } = task
  const names = categories.map(({ name }) => name)
  const { rule, text } = quoteMaterial([...partsOf(examples.slice(0, maxExamples)), ...task.material])
  const system = [
    classifyQuestion(task),
    '`confidence` is between 0 and 1: how likely it is that a careful person would decide the same.',
    rule,
  ].join('\n')
  const answer = (await ask('classify', {
    system,
    text,
    output: {
      name: 'classification',
      schema: closed({
        labels: {
          type: 'array',
          items: { type: 'string', enum: names },
          maxItems: several ? names.length : 1,
        },
        confidence: { type: 'number', minimum: 0, maximum: 1 },
      }),
    },
    maxOutputTokens: 300,
  })) as Classification
  // Checked here as well: what follows depends on it.
  const labels = names.filter((name) => answer.labels.includes(name))
  return { labels: several ? labels : labels.slice(0, 1), confidence: answer.confidence }
}
