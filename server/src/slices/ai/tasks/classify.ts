import { authorLine, quoteMaterial } from './quote-material.ts'
import { type AskModel, closed, type Material } from './task.ts'

type Category = { name: string; description: string }
export type Example = { text: string; labels: string[] }
export type ClassifyTask = {
  material: Material[]
  categories: Category[]
  /** Whether a mail may have several labels. */
  several: boolean
  instructions: string
  examples: Example[]
}
export type Classification = { labels: string[]; confidence: number }

const maxExamples = 20

/** Categories of the author, an answer from that closed set, and how sure the model is. */
export async function classify(ask: AskModel, task: ClassifyTask): Promise<Classification> {
  const { categories, several, examples } = task
  const names = categories.map(({ name }) => name)
  const shown = examples.slice(0, maxExamples).map(({ text, labels }, at) => ({
    id: `example ${at + 1}`,
    label: `example, belongs to: ${labels.join(', ') || 'none'}`,
    text,
  }))
  const { rule, text } = quoteMaterial([...shown, ...task.material])
  const system = [
    several
      ? 'You sort an e-mail: name every category that applies, and none if none does.'
      : 'You sort an e-mail into exactly one category.',
    `Categories:\n${categories.map(({ name, description }) => `- ${name}: ${description}`).join('\n')}`,
    authorLine(task.instructions),
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
