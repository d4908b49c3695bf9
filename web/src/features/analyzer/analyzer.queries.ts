import { client } from '../../api/client.ts'
import { read } from '../../api/read.ts'

export type Report = Awaited<ReturnType<typeof client.analyzer.report>>['report']
export type ReportBody = NonNullable<Report['body']>
export type Group = ReportBody['groups'][number]
export type Proposal = NonNullable<Group['proposal']>

export const reportQuery = (mailboxId: string) => read(client.analyzer.report, { params: { id: mailboxId } })
