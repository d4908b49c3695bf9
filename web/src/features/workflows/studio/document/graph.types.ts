import type { NodeTypeDescription } from '@mailwright/contract/node-types'
import type { Static } from '@mailwright/contract/schema'
import type { client } from '../../../../api/client.ts'

export type Detail = Awaited<ReturnType<typeof client.workflows.get>>
export type Graph = Detail['graph']
export type Step = Graph['nodes'][number]
export type Connection = Graph['connections'][number]
export type Note = NonNullable<Graph['notes']>[number]
export type Issue = Detail['validation']['issues'][number]
export type NodeType = Static<typeof NodeTypeDescription>
export type Position = { x: number; y: number }

/** The size of every step on the canvas. */
export const stepSize = { width: 216, height: 52 }
