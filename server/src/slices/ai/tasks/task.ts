/** One question to a model. It has no tools, and its answer has the declared shape. */
type TaskRequest = {
  system: string
  text: string
  output: { name: string; schema: Record<string, unknown> }
  maxOutputTokens: number
}

type TaskPurpose = 'classify' | 'extract' | 'compose' | 'general'

/** Asks a model and returns its answer, which fits the schema. */
export type AskModel = (purpose: TaskPurpose, request: TaskRequest) => Promise<unknown>

/** A mail, or another text, that a model reads. */
export type Material = {
  id: string
  /** Such as "message" or "earlier answer of ours". */
  label: string
  text: string
}

type Schema = Record<string, unknown>
/** A closed object: providers that enforce schemas want every property required. */
export const closed = (properties: Record<string, Schema>): Schema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
})
