import { authorLine, quoteMaterial } from './quote-material.ts'
import { type AskModel, closed, type Material } from './task.ts'

export type DecideTask = { material: Material[]; question: string; instructions: string }
export type Decision = { answer: 'yes' | 'no' | 'unsure'; confidence: number; score: number }

/** A question of the author that is answered with yes or no, and a score for how much it applies. */
export async function decide(
  ask: AskModel,
  { material, question, instructions }: DecideTask,
): Promise<Decision> {
  const { rule, text } = quoteMaterial(material)
  const system = [
    'You answer one question about an e-mail with yes, no or unsure. Say unsure if the e-mail does not tell.',
    `Question: ${question}`,
    authorLine(instructions),
    '`confidence` is between 0 and 1. `score`, from 0 to 100, says how strongly the answer is yes.',
    rule,
  ].join('\n')
  const schema = closed({
    answer: { type: 'string', enum: ['yes', 'no', 'unsure'] },
    confidence: { type: 'number', minimum: 0, maximum: 1 },
    score: { type: 'number', minimum: 0, maximum: 100 },
  })
  return (await ask('general', {
    system,
    text,
    output: { name: 'decision', schema },
    maxOutputTokens: 200,
  })) as Decision
}
