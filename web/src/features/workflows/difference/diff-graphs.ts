import type { Connection, Graph, NodeType, Step } from '../studio/document/graph.types.ts'

type FieldChange = { field: string; before: unknown; after: unknown }
export type GraphChange =
  | { kind: 'added' | 'removed'; step: Step }
  | { kind: 'changed'; step: Step; fields: FieldChange[] }
  | { kind: 'connected' | 'disconnected'; connection: Connection; from: string; to: string }
  | { kind: 'notes' }

/** The steps that a change is about. */
export const stepsOf = (change: GraphChange): string[] => {
  if ('step' in change) return [change.step.id]
  return 'connection' in change ? [change.connection.from, change.connection.to] : []
}

/** The same text for equal values, whatever the order of their keys. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(
          Object.entries(one)
            .filter(([, inner]) => inner !== undefined && inner !== false && inner !== '')
            .sort(([a], [b]) => (a < b ? -1 : 1)),
        )
      : one,
  )

const titleOf = (type: NodeType | undefined, name: string) => type?.fields[name]?.title ?? name

function fieldsOf(before: Step, after: Step, type: NodeType | undefined): FieldChange[] {
  const [old, now] = [before.params ?? {}, after.params ?? {}] as Record<string, unknown>[]
  const names = [...new Set([...Object.keys(old ?? {}), ...Object.keys(now ?? {})])]
  const own = (['name', 'onError', 'retry', 'timeoutMs', 'disabled', 'notes'] as const).map((field) => ({
    field: field as string,
    before: before[field] as unknown,
    after: after[field] as unknown,
  }))
  return [
    ...own,
    ...names.map((name) => ({ field: titleOf(type, name), before: old?.[name], after: now?.[name] })),
  ].filter((one) => (canonical(one.before) ?? '') !== (canonical(one.after) ?? ''))
}

export const connectionKey = ({ from, output, to }: Connection) => `${from} ${output} ${to}`

/** What changed from one graph to another, without mere moves on the canvas. */
export function diffGraphs(
  before: Graph,
  after: Graph,
  catalogue: ReadonlyMap<string, NodeType>,
): GraphChange[] {
  const old = new Map(before.nodes.map((step) => [step.id, step]))
  const now = new Map(after.nodes.map((step) => [step.id, step]))
  const nameOf = (id: string) => (now.get(id) ?? old.get(id))?.name ?? id
  const wired = (
    list: readonly Connection[],
    others: readonly Connection[],
    kind: 'connected' | 'disconnected',
  ) => {
    const known = new Set(others.map(connectionKey))
    return list
      .filter((one) => !known.has(connectionKey(one)))
      .map(
        (connection): GraphChange => ({
          kind,
          connection,
          from: nameOf(connection.from),
          to: nameOf(connection.to),
        }),
      )
  }
  const notes = (graph: Graph) => canonical((graph.notes ?? []).map(({ text }) => text).sort())
  return [
    ...after.nodes.filter(({ id }) => !old.has(id)).map((step): GraphChange => ({ kind: 'added', step })),
    ...before.nodes.filter(({ id }) => !now.has(id)).map((step): GraphChange => ({ kind: 'removed', step })),
    ...after.nodes.flatMap((step): GraphChange[] => {
      const earlier = old.get(step.id)
      const fields = earlier && earlier !== step ? fieldsOf(earlier, step, catalogue.get(step.type)) : []
      return fields.length > 0 ? [{ kind: 'changed', step, fields }] : []
    }),
    ...wired(after.connections, before.connections, 'connected'),
    ...wired(before.connections, after.connections, 'disconnected'),
    ...(notes(before) === notes(after) ? [] : [{ kind: 'notes' } as const]),
  ]
}
