import { useQueries, useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { client } from '../../api/client.ts'
import { read } from '../../api/read.ts'
import type { EvaluationSearch } from './evaluation.search.ts'

type Measured = Awaited<ReturnType<typeof client.evaluation.get>>
export type EvalRun = Measured['run']
export type EvalCase = Measured['cases'][number]
export type Score = Measured['score']

export const runQuery = (id: string) => read(client.evaluation.get, { params: { id }, query: { limit: 200 } })
export const runsQuery = (id: string, nodeId: string) =>
  read(client.evaluation.runs, { params: { id, nodeId } })
export const referenceQuery = (id: string, nodeId: string) =>
  read(client.referenceSet.list, { params: { id, nodeId }, query: { limit: 200 } })

type Category = { name: string; description?: string }
export type Classifier = {
  workflowId: string
  workflowName: string
  nodeId: string
  nodeName: string
  instructions: string
  categories: Category[]
  several: boolean
}
type Detail = Awaited<ReturnType<typeof client.workflows.get>>

const classifiersOf = ({ id, name, graph }: Detail): Classifier[] =>
  graph.nodes
    .filter(({ type }) => type === 'ai.classify')
    .map(({ id: nodeId, name: nodeName, params = {} }) => ({
      workflowId: id,
      workflowName: name,
      nodeId,
      nodeName,
      instructions: String(params.instructions ?? ''),
      categories: Array.isArray(params.categories) ? (params.categories as Category[]) : [],
      several: params.several === true,
    }))

const workflowQuery = (id: string) => read(client.workflows.get, { params: { id } })

/** Every classifier of the member's workflows. */
export function useClassifiers() {
  const list = useQuery(read(client.workflows.list, {}))
  const details = useQueries({
    queries: (list.data?.workflows ?? []).map(({ id }) => workflowQuery(id)),
  })
  return {
    error: list.error,
    refetch: list.refetch,
    isPending: list.isPending || details.some(({ isPending }) => isPending),
    classifiers: details.flatMap(({ data }) => (data ? classifiersOf(data) : [])),
  }
}

/** The classifier in the address, and how to change the rest of the address. */
export function useClassifier() {
  const { workflowId, nodeId } = useParams({ from: '/shell/evaluation/$workflowId/$nodeId' })
  const search = useSearch({ from: '/shell/evaluation/$workflowId/$nodeId' })
  const navigate = useNavigate()
  const { data, error, refetch } = useQuery(workflowQuery(workflowId))
  const classifier = data && classifiersOf(data).find((one) => one.nodeId === nodeId)
  const go = (next: EvaluationSearch) =>
    void navigate({
      to: '/evaluation/$workflowId/$nodeId',
      params: { workflowId, nodeId },
      search: next,
      replace: true,
    })
  return { workflowId, nodeId, search, go, classifier, isKnown: data !== undefined, error, refetch }
}
