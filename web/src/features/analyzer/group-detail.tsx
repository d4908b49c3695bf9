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
import { Steps } from './steps.tsx'

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

function Proof({ history }: Pick<Proposal, 'history'>) {
  const t = useWords(analyzerWords)
  const locale = useLook((look) => look.locale)
  const { days, runs, inGroup, others, otherExamples, missed, missedExamples } = history
  return (
    <section className="section">
      <h3>{t.proof(days)}</h3>
      <p className="analyzer-proof">
        <Icon name="ok" size={14} />
        <span>
          {t.wouldRun(number(runs, locale))}, {t.inGroup(number(inGroup, locale))}.
        </span>
      </p>
      {others > 0 && <Exceptions title={t.others(others)} messages={otherExamples} />}
      {missed > 0 && <Exceptions title={t.missed(missed)} messages={missedExamples} />}
      {others === 0 && missed === 0 && (
        <p className="analyzer-proof">
          <Icon name="ok" size={14} />
          <span>{t.exact}</span>
        </p>
      )}
    </section>
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
          <p className="muted">{proposal?.summary || note || t.why[verdict]}</p>
        </div>
        {proposal && (
          <section className="section">
            <h3>{t.steps}</h3>
            <Steps graph={proposal.graph} label={t.steps} />
          </section>
        )}
        {proposal && <Proof history={proposal.history} />}
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
