import { authorLine, quoteMaterial } from './quote-material.ts'
import { type AskModel, closed, type Material } from './task.ts'
import { type FieldType, findPassage, readValue } from './verify-field.ts'

type ExtractField = {
  name: string
  description: string
  type: FieldType
  /** For the type `choice`. */
  choices?: string[] | undefined
}
export type ExtractTask = {
  material: Material[]
  fields: ExtractField[]
  instructions: string
  today: string
}
type FieldValue = string | number | boolean
export type Extraction = {
  values: Record<string, FieldValue | null>
  /** Where each value stands, as written in the mail. */
  passages: Record<string, string | null>
  missing: string[]
}

const valueSchema = ({ type, choices }: ExtractField) => {
  if (type === 'number') return { type: ['number', 'null'] }
  if (type === 'boolean') return { type: ['boolean', 'null'] }
  if (type === 'choice') return { type: ['string', 'null'], enum: [...(choices ?? []), null] }
  return { type: ['string', 'null'], maxLength: 2_000 }
}
const formats: Record<FieldType, string> = {
  text: 'the words of the e-mail, unchanged',
  number: 'a number without unit',
  date: 'YYYY-MM-DD',
  boolean: 'true or false',
  email: 'an e-mail address',
  choice: 'one of the given values',
}
const describe = ({ name, description, type, choices }: ExtractField) =>
  `- ${name} (${type === 'choice' ? `one of: ${choices?.join(', ')}` : formats[type]}): ${description}`

type Answer = Record<string, { value: FieldValue | null; passage: string | null }>

/** Reads typed fields. A value counts only if its passage stands in the mail and says so; otherwise it is missing. */
export async function extract(ask: AskModel, task: ExtractTask): Promise<Extraction> {
  const { rule, text } = quoteMaterial(task.material)
  const system = [
    'You read fields from an e-mail. For each field give its value and the passage that it comes from, copied word for word. If the e-mail does not give it, both are null: never guess.',
    `Fields:\n${task.fields.map(describe).join('\n')}`,
    `Today is ${task.today}.`,
    authorLine(task.instructions),
    rule,
  ].join('\n')
  const schema = closed(
    Object.fromEntries(
      task.fields.map((field) => [
        field.name,
        closed({ value: valueSchema(field), passage: { type: ['string', 'null'], maxLength: 2_000 } }),
      ]),
    ),
  )
  const maxOutputTokens = 300 + 200 * task.fields.length
  const answer = (await ask('extract', {
    system,
    text,
    output: { name: 'fields', schema },
    maxOutputTokens,
  })) as Answer
  const extraction: Extraction = { values: {}, passages: {}, missing: [] }
  for (const field of task.fields) {
    const { value = null, passage = null } = answer[field.name] ?? {}
    const found = value === null || passage === null ? undefined : findPassage(task.material, passage)
    const verified =
      found === undefined || value === null ? undefined : readValue(field.type, value, found, task.today)
    extraction.values[field.name] = verified ?? null
    extraction.passages[field.name] = verified === undefined ? null : (found ?? null)
    if (verified === undefined) extraction.missing.push(field.name)
  }
  return extraction
}
