import type { client } from '../../api/client.ts'

export type Run = Awaited<ReturnType<typeof client.executions.list>>['executions'][number]
export type RunDetail = Awaited<ReturnType<typeof client.executions.get>>
export type Step = RunDetail['steps'][number]
export type Waiting = Awaited<ReturnType<typeof client.executions.waiting>>['executions'][number]
export type AiCall = Awaited<ReturnType<typeof client.aiCosts.calls>>['calls'][number]
export type RunPages = { runs: Run[]; nextCursor: string | null }
