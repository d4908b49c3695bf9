import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { client } from '../../../api/client.ts'
import { read } from '../../../api/read.ts'
import { shortTime } from '../../../lib/dates.ts'
import { useCommands } from '../../../lib/keyboard/commands.ts'
import { useLook } from '../../../lib/look.ts'
import { useWords } from '../../../lib/words/words.ts'
import { IconButton } from '../../../ui/button.tsx'
import type { IconName } from '../../../ui/icon.tsx'
import { StateTag, type Tone } from '../../../ui/state-tag.tsx'
import type { Message } from '../messages.types.ts'
import { messageWords } from '../messages.words.ts'
import { useWhy } from './use-why.ts'
import { WhyActs } from './why-acts.tsx'

type Journal = Awaited<ReturnType<typeof client.messages.journal>>
type Outcome = NonNullable<Journal['entry']>['outcome']
type Status = Journal['executions'][number]['status']

const outcomeLooks: Record<Outcome, [IconName, Tone]> = {
  dispatched: ['flow', 'accent'],
  unmatched: ['ring', 'idle'],
  guardrail: ['shield', 'info'],
  excluded_member: ['eye-off', 'idle'],
  excluded_org: ['building', 'idle'],
}

const statusLooks: Record<Status, [IconName, Tone]> = {
  queued: ['queued', 'idle'],
  running: ['running', 'info'],
  waiting: ['waiting', 'warn'],
  succeeded: ['ok', 'idle'],
  failed: ['failed', 'bad'],
  cancelled: ['cancelled', 'idle'],
}

function Runs({ executions }: Pick<Journal, 'executions'>) {
  const t = useWords(messageWords).why
  const locale = useLook((look) => look.locale)
  if (executions.length === 0) return null
  return (
    <div className="section">
      <h3>{t.runs}</h3>
      <ul className="runs">
        {executions.map(({ id, workflowName, status, createdAt, simulated }) => (
          <li key={id}>
            <Link className="cut strong link" to="/runs/$runId" params={{ runId: id }}>
              {workflowName}
            </Link>
            <time className="xs faint num">{shortTime(createdAt, locale)}</time>
            <StateTag icon={statusLooks[status][0]} tone={statusLooks[status][1]} isPlain>
              {t.states[status]}
              {simulated && ` · ${t.simulated}`}
            </StateTag>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Story({ messageId }: { messageId: string }) {
  const t = useWords(messageWords).why
  const { data } = useQuery(read(client.messages.journal, { params: { id: messageId } }))
  if (!data) return null
  const { entry, executions } = data
  if (!entry && executions.length === 0) return <p className="section xs muted">{t.none}</p>
  return (
    <>
      {entry && (
        <div className="section">
          <StateTag icon={outcomeLooks[entry.outcome][0]} tone={outcomeLooks[entry.outcome][1]}>
            {t.outcomes[entry.outcome]}
          </StateTag>
          {entry.ruleRef && <p className="xs muted rule">{t.rule(entry.ruleRef)}</p>}
        </div>
      )}
      <Runs executions={executions} />
    </>
  )
}

/** What automation did with a message, and why. */
export function WhyPane({ message }: { message: Message }) {
  const t = useWords(messageWords)
  const { isShown, toggle } = useWhy()
  useCommands([{ id: 'why', title: t.why.toggle, group: t.reader, keys: ['w'], icon: 'panel', run: toggle }])
  if (!isShown) return null
  return (
    <aside className="pane why-pane" aria-label={t.why.title}>
      <div className="bar">
        <h2>{t.why.title}</h2>
        <IconButton className="push" icon="close" label={t.message.collapse} keys="w" onClick={toggle} />
      </div>
      <div className="why">
        <Story messageId={message.id} />
        <WhyActs message={message} />
      </div>
    </aside>
  )
}
