import { useQuery } from '@tanstack/react-query'
import { client } from '../../api/client.ts'
import { read } from '../../api/read.ts'
import { ReadFault } from '../../api/read-fault.tsx'
import type { CardProps } from '../../lib/card.ts'
import { longTime } from '../../lib/dates.ts'
import { useCommands } from '../../lib/keyboard/commands.ts'
import { useLook } from '../../lib/look.ts'
import { useWords } from '../../lib/words/words.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { StateTag } from '../../ui/state-tag.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { MessageBody } from '../messages/index.ts'
import { approvalWords } from './approvals.words.ts'

function Mail({ id }: { id: string }) {
  const t = useWords(approvalWords)
  const { data } = useQuery(read(client.messages.get, { params: { id } }))
  if (!data) return null
  const sender = data.from?.name || data.from?.email || ''
  return (
    <section>
      <h2>{t.mail}</h2>
      <p className="strong">{sender}</p>
      <p className="muted">{data.subject}</p>
      <div className="letter">
        <MessageBody message={data} sender={sender} />
      </div>
    </section>
  )
}

/** A question of a workflow: yes or no, with the mail behind it. */
export function ApprovalCard({ id, onDone, onRefused, onSkip }: CardProps) {
  const t = useWords(approvalWords)
  const locale = useLook((look) => look.locale)
  const { data, error, refetch } = useQuery(read(client.approvals.list, { query: { limit: 100 } }))
  const approval = data?.approvals.find((one) => one.id === id)
  const decide = (decision: 'approve' | 'reject') => {
    onDone(decision === 'approve' ? 'sent' : 'rejected')
    showToast({ icon: 'stamp', text: decision === 'approve' ? t.approved : t.rejected })
    client.approvals.decide({ params: { id }, body: { decision } }).catch(onRefused)
  }
  const { group } = t
  useCommands([
    {
      id: 'approve',
      title: t.approve,
      group,
      keys: ['Enter', 'a'],
      icon: 'check',
      run: () => decide('approve'),
    },
    { id: 'reject', title: t.reject, group, keys: ['r'], icon: 'close', run: () => decide('reject') },
    { id: 'skip', title: t.skip, group, keys: ['ArrowRight'], run: onSkip },
  ])
  if (error) return <ReadFault error={error} onRetry={() => void refetch()} />
  if (!data) return null
  if (!approval) return <Empty icon="stamp" title={t.gone} />
  return (
    <>
      <div className="deck">
        <div className="card-side">
          <div className="paper approval">
            <div className="row wrap">
              <StateTag icon="stamp" tone="accent">
                {t.pending}
              </StateTag>
              <span className="xs muted">{t.workflow(approval.workflowName)}</span>
              <span className="push xs faint">{t.until(longTime(approval.expiresAt, locale))}</span>
            </div>
            <h2 className="askline">{approval.title}</h2>
            {approval.details && <p className="muted plain">{approval.details}</p>}
          </div>
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable by keyboard. */}
        <aside className="src" aria-label={t.mail} tabIndex={0}>
          {approval.trigger && <Mail id={approval.trigger.messageId} />}
        </aside>
      </div>
      <div className="acts" role="toolbar" aria-label={t.group}>
        <Button kind="primary" keys="Enter" onClick={() => decide('approve')}>
          {t.approve}
        </Button>
        <Button kind="danger" icon="close" keys="r" onClick={() => decide('reject')}>
          {t.reject}
        </Button>
        <Button kind="quiet" keys="ArrowRight" onClick={onSkip}>
          {t.skip}
        </Button>
        <span className="push xs muted final">{t.final}</span>
      </div>
    </>
  )
}
