import { createContext, useContext } from 'react'
import type { Option } from '../../../../api/record-options.ts'
import type { Issue, NodeType } from '../document/graph.types.ts'

/** What every field of a form knows: the titles of its type, the problems of its step, and the chosen table. */
type FieldContextValue = {
  fields: NodeType['fields']
  issues: readonly Issue[]
  columns: readonly Option[]
  people: readonly string[]
}

export const FieldContext = createContext<FieldContextValue>({
  fields: {},
  issues: [],
  columns: [],
  people: [],
})
export const useFieldContext = () => useContext(FieldContext)

/** `path` names the field in the declaration (`cases.port`), `pointer` its place in the parameters (`/cases/0/port`). */
export type Place = { path: string; pointer: string }

const suffixOf = (path: string | null) => /\/params(\/.*)?$/.exec(path ?? '')?.[1] ?? ''

export function useField({ path, pointer }: Place) {
  const { fields, issues } = useFieldContext()
  const { title, hint, refersTo } = fields[path] ?? {}
  const own = issues.find((issue) => suffixOf(issue.path) === pointer)
  return { title: title ?? path.split('.').at(-1) ?? '', hint, refersTo, problem: own?.message }
}
