import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { client } from '../../api/client.ts'
import { read } from '../../api/read.ts'
import { useCommands } from '../../lib/keyboard/commands.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { GraphDifference } from '../workflows/index.ts'
import type { Proposal } from './assistant.queries.ts'

const nothing = { id: '', workflowId: '', nodes: [], connections: [] }

type ProposalDialogProps = { proposal: Proposal; title: string; onClose(): void; children: ReactNode }

/** A proposal on the canvas, beside what the workflow is now. */
export default function ProposalDialog({ proposal, title, onClose, children }: ProposalDialogProps) {
  const { kind, workflowId, graph, summary } = proposal
  const isNew = kind === 'create_draft' || workflowId === null
  const { data } = useQuery({
    ...read(client.workflows.get, { params: { id: workflowId ?? '' } }),
    enabled: !isNew,
  })
  const before = isNew ? nothing : data?.graph
  useCommands([], { isModal: true })
  return (
    <Dialog title={title} className="dialog assistant-canvas" onClose={onClose}>
      <div className="body">
        <p>{summary}</p>
        <Suspense>
          {before && (
            <GraphDifference before={before} after={graph}>
              {children}
            </GraphDifference>
          )}
        </Suspense>
      </div>
    </Dialog>
  )
}
