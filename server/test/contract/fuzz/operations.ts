import type { Schema } from './schema.ts'

export type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  schema: Schema
  required?: boolean
}
type Reply = { type: string | undefined; schema: Schema | undefined }

/** One operation of the served description. */
export type Operation = {
  name: string
  method: string
  path: string
  parameters: Parameter[]
  body: Schema | undefined
  /** The form field for the file, for multipart bodies. */
  filePart: string | undefined
  bodyRequired: boolean
  replies: Map<number, Reply>
  /** No authentication required. */
  open: boolean
  /** Sessions only: keys are rejected. */
  sessionOnly: boolean
}

type Content = Record<string, { schema?: Schema }>
type Written = {
  parameters?: Parameter[]
  security?: Record<string, unknown>[]
  requestBody?: { required?: boolean; content: Content }
  responses: Record<string, { content?: Content }>
}
export type Description = { openapi: string; paths: Record<string, Record<string, Written>> }

function replyOf(written: { content?: Content }): Reply {
  const [type, media] = Object.entries(written.content ?? {})[0] ?? []
  return { type, schema: media?.schema }
}

const filePartOf = (form: Schema | undefined) => form && Object.keys(form.properties ?? {})[0]

function operationOf(path: string, method: string, written: Written): Operation {
  const security = written.security ?? []
  return {
    name: `${method.toUpperCase()} ${path}`,
    method: method.toUpperCase(),
    path,
    parameters: written.parameters ?? [],
    body: written.requestBody?.content['application/json']?.schema,
    filePart: filePartOf(written.requestBody?.content['multipart/form-data']?.schema),
    bodyRequired: written.requestBody?.required ?? false,
    replies: new Map(Object.entries(written.responses).map(([s, r]) => [Number(s), replyOf(r)])),
    open: security.length === 0,
    sessionOnly: security.length > 0 && !security.some((scheme) => 'apiKey' in scheme),
  }
}

/** Reads the operations from the served description, not from our own declarations. */
export const operationsOf = (description: Description): Operation[] =>
  Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, written]) => operationOf(path, method, written)),
  )
