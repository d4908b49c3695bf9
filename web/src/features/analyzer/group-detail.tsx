import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { client } from '../../api/client.ts'
import { faultText } from '../../api/fault-text.ts'
import { reread } from '../../api/read.ts'
import { number } from '../../lib/dates.ts'
import { useCommands } from '../../lib/keyboard/commands.ts'
import { useLook } from '../../lib/look.ts'
import { useWords } from '../../lib/words/words.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { showToast } from '../../ui/toasts.tsx'
import type { Group, Proposal } from './analyzer.queries.ts'
import { analyzerWords } from './analyzer.words.ts'
import { Verdict } from './group-list.tsx'
import { ProposalGraph } from './proposal-graph.tsx'

type Examples = { title: string; messages: Proposal['history']['otherExamples'] }

/** Messages that show where the workflow would be wrong. */
const Exceptions = ({ title, messages }: Examples) => (
  <details className="analyzer-exceptions">
    <summary>
      <Icon name="warning" size={14} />
      {title}
    </summary>
    <ul>
      {messages.map(({ messageId, from, subject }) => (
        <li key={messageId} className="cut">
          <b>{from}</b> {subject}
        </li>
      ))}
    </ul>
  </details>
)

/** How often the workflow would have run on past mail, and where it would have been wrong. */
function Proof({ history }: Pick<Proposal, 'history'>) {
  const t = useWords(analyzerWords)
  const locale = useLook((look) => look.locale)
  const { days, runs, others, otherExamples, missed, missedExamples } = history
  const figures = [
    [runs, t.wouldRun(days), undefined],
    [others, t.others, others > 0 ? 'warn' : undefined],
    [missed, t.missed, missed > 0 ? 'warn' : undefined],
  ] as const
  return (
    <>
      <dl className="analyzer-figures">
        {figures.map(([count, word, tone]) => (
          <div key={word} data-tone={tone}>
            <dd className="num">{number(count, locale)}</dd>
            <dt className="xs muted">{word}</dt>
          </div>
        ))}
      </dl>
      {others > 0 && <Exceptions title={t.otherExamples} messages={otherExamples} />}
      {missed > 0 && <Exceptions title={t.missedExamples} messages={missedExamples} />}
    </>
  )
}

function useDecision(mailboxId: string, groupKey: string, proposal: Proposal) {
  const t = useWords(analyzerWords)
  const navigate = useNavigate()
  const [isBusy, setIsBusy] = useState(false)
  const run = async (work: () => Promise<unknown>) => {
    setIsBusy(true)
    try {
      await work()
    } catch (error) {
      showToast({ icon: 'warning', text: t.refused(faultText(error)), isFault: true })
    } finally {
      setIsBusy(false)
    }
  }
  const create = () =>
    run(async () => {
      const { name, graph } = proposal
      const { id } = await client.workflows.create({ body: { name, graph } })
      showToast({ icon: 'check', text: t.created })
      void reread(['workflows'])
      void navigate({ href: `/workflows/${id}` })
    })
  const reject = () =>
    run(async () => {
      await client.analyzer.reject({ params: { id: mailboxId }, body: { key: groupKey } })
      showToast({ icon: 'close', text: t.rejected })
      await reread(['analyzer'])
    })
  return { isBusy, create, reject }
}

function Decide({ mailboxId, group, proposal }: { mailboxId: string; group: Group; proposal: Proposal }) {
  const t = useWords(analyzerWords)
  const { isBusy, create, reject } = useDecision(mailboxId, group.key, proposal)
  useCommands([
    { id: 'create', title: t.create, group: t.title, keys: ['Enter'], icon: 'plus', run: create },
    { id: 'reject-proposal', title: t.reject, group: t.title, keys: ['r'], icon: 'close', run: reject },
  ])
  return (
    <div className="analyzer-acts" role="toolbar" aria-label={t.detail}>
      <Button kind="primary" keys="Enter" disabled={isBusy} onClick={create}>
        {t.create}
      </Button>
      <Button keys="r" disabled={isBusy} onClick={reject}>
        {t.reject}
      </Button>
    </div>
  )
}

/** One group: what could be done with it, and how that was checked. */
export function GroupDetail({ mailboxId, group }: { mailboxId: string; group: Group }) {
  const t = useWords(analyzerWords)
  const { proposal, verdict, label, note, sampleSubject, senders } = group
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable by keyboard. */}
      <div className="scroll" tabIndex={0}>
        <div className="section">
          <Verdict verdict={verdict} />
          <h2 className="analyzer-detail-title">{proposal?.name ?? label}</h2>
          {/* Its summary would repeat the figures and the graph in words. */}
          {proposal ? (
            <Proof history={proposal.history} />
          ) : (
            <p className="muted">{note || t.why[verdict]}</p>
          )}
        </div>
        {proposal && (
          <section className="section">
            <h3>{t.steps}</h3>
            <ProposalGraph graph={proposal.graph} />
          </section>
        )}
        <section className="section">
          <h3>{t.example}</h3>
          <p className="cut">{sampleSubject}</p>
          <p className="xs muted">{senders.slice(0, 4).join(', ')}</p>
        </section>
      </div>
      {proposal && <Decide mailboxId={mailboxId} group={group} proposal={proposal} />}
    </>
  )
}
