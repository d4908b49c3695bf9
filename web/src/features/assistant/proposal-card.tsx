import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { client } from '../../api/client.ts'
import { faultText } from '../../api/fault-text.ts'
import { reread } from '../../api/read.ts'
import { useWords } from '../../lib/words/words.ts'
import { Button } from '../../ui/button.tsx'
import { nodeIcon } from '../../ui/graph/node-icons.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { StateTag, type Tone } from '../../ui/state-tag.tsx'
import { showToast } from '../../ui/toasts.tsx'
import type { Proposal } from './assistant.queries.ts'
import { assistantWords } from './assistant.words.ts'

const ProposalDialog = lazy(() => import('./proposal-dialog.tsx'))

const looks: Record<Proposal['status'], [IconName, Tone]> = {
  proposed: ['hand', 'accent'],
  accepting: ['running', 'info'],
  accepted: ['ok', 'good'],
  rejected: ['close', 'idle'],
  stale: ['stale', 'warn'],
  failed: ['failed', 'bad'],
}

const shown = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value ?? null))

type Node = Proposal['difference']['added'][number]

const Nodes = ({ title, sign, nodes }: { title: string; sign: string; nodes: readonly Node[] }) =>
  nodes.map(({ nodeId, name, type }) => (
    <li key={`${sign}${nodeId}`} data-sign={sign}>
      <span aria-hidden="true">{sign}</span>
      <span>
        <span className="sr">{title}: </span>
        {name}
      </span>
      <Icon name={nodeIcon(type)} size={14} className="push" />
    </li>
  ))

function Difference({ difference }: Pick<Proposal, 'difference'>) {
  const t = useWords(assistantWords)
  const { added, removed, changed, connectionsAdded, connectionsRemoved } = difference
  return (
    <ul className="assistant-difference" aria-label={t.difference}>
      <Nodes title={t.added} sign="+" nodes={added} />
      <Nodes title={t.removed} sign="−" nodes={removed} />
      {changed.map(({ nodeId, name, fields }) => (
        <li key={nodeId} data-sign="~">
          <span aria-hidden="true">~</span>
          <span>
            <span className="sr">{t.edited}: </span>
            {name}
            {fields.map(({ path, before, after }) => (
              <span key={path} className="assistant-field-change">
                <code>{path}</code> <del>{shown(before)}</del> <ins>{shown(after)}</ins>
              </span>
            ))}
          </span>
        </li>
      ))}
      {connectionsAdded.length + connectionsRemoved.length > 0 && (
        <li className="muted">
          {[
            connectionsAdded.length > 0 && t.connected(connectionsAdded.length),
            connectionsRemoved.length > 0 && t.disconnected(connectionsRemoved.length),
          ]
            .filter(Boolean)
            .join(', ')}
        </li>
      )}
    </ul>
  )
}

/** A workflow that the assistant proposes: what changes, how it was tried, and the decision. */
export function ProposalCard({ proposal }: { proposal: Proposal }) {
  const t = useWords(assistantWords)
  const navigate = useNavigate()
  const [isBusy, setIsBusy] = useState(false)
  const [isDrawn, setIsDrawn] = useState(false)
  const { id, kind, name, summary, status, difference, validation, simulation, workflowId } = proposal
  const decide = async (decision: 'accept' | 'reject') => {
    setIsBusy(true)
    try {
      const { acceptProposal, rejectProposal } = client.assistant
      await (decision === 'accept' ? acceptProposal : rejectProposal)({ params: { id } })
    } catch (error) {
      showToast({ icon: 'warning', text: t.refused(faultText(error)), isFault: true })
    }
    setIsBusy(false)
    void reread(['assistant'], ['workflows'])
  }
  const [icon, tone] = looks[status]
  const ran = simulation?.runs.filter((run) => run.status === 'succeeded' || run.status === 'waiting').length
  const title = kind === 'create_draft' ? t.newWorkflow(name) : t.changed(name)
  const decisions = (
    <>
      <Button kind="primary" size="small" disabled={isBusy} onClick={() => void decide('accept')}>
        {t.accept}
      </Button>
      <Button size="small" disabled={isBusy} onClick={() => void decide('reject')}>
        {t.reject}
      </Button>
    </>
  )
  return (
    <section className="assistant-proposal" aria-label={t.proposal}>
      <header>
        <StateTag icon={icon} tone={tone}>
          {t.states[status]}
        </StateTag>
        <h3>{title}</h3>
        <p className="muted">{summary}</p>
      </header>
      <Difference difference={difference} />
      {validation.issues.length > 0 && (
        <ul className="xs" aria-label={t.issues}>
          {validation.issues.map(({ message, nodeId }) => (
            <li key={`${nodeId} ${message}`} className="hint bad">
              <Icon name="warning" />
              {message}
            </li>
          ))}
        </ul>
      )}
      {simulation && simulation.runs.length > 0 && (
        <p className="xs muted row">
          <Icon name="simulated" size={14} />
          {t.simulated(ran ?? 0, simulation.runs.length)}
        </p>
      )}
      <footer>
        {status === 'proposed' && (
          <>
            {decisions}
            <Button size="small" icon="expand" onClick={() => setIsDrawn(true)}>
              {t.onCanvas}
            </Button>
          </>
        )}
        {status === 'accepted' && workflowId && (
          <Button size="small" onClick={() => void navigate({ href: `/workflows/${workflowId}` })}>
            {t.open}
          </Button>
        )}
      </footer>
      <Suspense>
        {isDrawn && status === 'proposed' && (
          <ProposalDialog proposal={proposal} title={title} onClose={() => setIsDrawn(false)}>
            {decisions}
          </ProposalDialog>
        )}
      </Suspense>
    </section>
  )
}
