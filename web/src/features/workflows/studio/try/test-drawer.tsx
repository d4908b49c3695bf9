import { useEffect, useRef, useState } from 'react'
import { faultText } from '../../../../api/fault-text.ts'
import { useWords } from '../../../../lib/words/words.ts'
import { Button, IconButton } from '../../../../ui/button.tsx'
import type { IconName } from '../../../../ui/icon.tsx'
import { StateTag, type Tone } from '../../../../ui/state-tag.tsx'
import type { Step } from '../document/graph.types.ts'
import { useStudio } from '../document/studio.store.ts'
import { togglePin, usePreview } from '../preview/preview.ts'
import { goToStep } from '../problems.tsx'
import { ManyResults } from './many-results.tsx'
import { type Execution, showRun, useRun } from './run.store.ts'
import { simulate, simulateMany } from './simulate.ts'
import { tryWords } from './try.words.ts'

type Look = { icon: IconName; tone: Tone; word: 'done' | 'failed' | 'waiting' | 'running' | 'cancelled' }
const looks: Record<Execution['status'], Look> = {
  queued: { icon: 'running', tone: 'info', word: 'running' },
  running: { icon: 'running', tone: 'info', word: 'running' },
  waiting: { icon: 'waiting', tone: 'warn', word: 'waiting' },
  succeeded: { icon: 'simulated', tone: 'sim', word: 'done' },
  failed: { icon: 'failed', tone: 'bad', word: 'failed' },
  cancelled: { icon: 'cancelled', tone: 'idle', word: 'cancelled' },
}

/** The steps of the run that is drawn, by how long they took. */
function Timeline() {
  const t = useWords(tryWords)
  const execution = useRun((run) => run.execution)
  const nodes = useStudio((state) => state.graph.nodes)
  if (!execution) return null
  const { icon, tone, word } = looks[execution.status]
  const ran = execution.steps.filter(({ status }) => status !== 'skipped')
  return (
    <div className="tr-line">
      <p className="row wrap" role="status">
        <StateTag icon={icon} tone={tone}>
          {t[word]}
        </StateTag>
        <span className="muted">
          {t.steps(ran.length)}. {t.safe}
        </span>
        {execution.error && <span className="bad">{execution.error.message}</span>}
      </p>
      <ol className="tr-steps">
        {ran.map(({ id, nodeId, durationMs, status }) => (
          <li key={id} style={{ flexGrow: Math.max(1, Math.sqrt(durationMs ?? 1)) }}>
            <button type="button" data-status={status} onClick={() => goToStep(nodeId)}>
              <i />
              <span className="cut">{nodes.find((step) => step.id === nodeId)?.name ?? nodeId}</span>
              <small className="num">
                {durationMs === null ? t.status[status] : t.took((durationMs / 1000).toFixed(1))}
              </small>
            </button>
          </li>
        ))}
      </ol>
    </div>
  )
}

type Results = ReadonlyMap<string, Execution | Error>

/** Runs that the drawer has started; leaving it ends them. */
function useTests(trigger: Step | undefined) {
  const [isBusy, setIsBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  const [results, setResults] = useState<Results>()
  const controller = useRef<AbortController>(undefined)
  useEffect(() => () => controller.current?.abort(), [])
  const attempt = async (act: (signal: AbortSignal) => Promise<unknown>) => {
    controller.current?.abort()
    const own = new AbortController()
    controller.current = own
    setIsBusy(true)
    setFault(undefined)
    try {
      await act(own.signal)
    } catch (error) {
      if (!own.signal.aborted) setFault(faultText(error))
    } finally {
      if (controller.current === own) setIsBusy(false)
    }
  }
  return {
    isBusy,
    fault,
    setFault,
    results,
    one: (start: { messageId?: string; triggerData?: Record<string, unknown> }) => {
      setResults(undefined)
      return attempt((signal) =>
        simulate({ ...start, ...(trigger && { triggerNodeId: trigger.id }) }, signal),
      )
    },
    many: (ids: readonly string[]) => {
      setResults(new Map())
      showRun(undefined)
      return attempt((signal) =>
        simulateMany(
          trigger?.id ?? '',
          ids,
          (id, result) => setResults((now) => new Map([...(now ?? []), [id, result]])),
          signal,
        ),
      )
    },
    stop: () => controller.current?.abort(),
  }
}

const byMail = (trigger: Step | undefined) =>
  trigger?.type === 'trigger.message' || trigger?.type === 'trigger.bounce'
const byData = (trigger: Step | undefined) =>
  ['trigger.webhook', 'trigger.manual', 'trigger.called', 'trigger.failed'].includes(trigger?.type ?? '')

/** Tries the workflow on real mail without any effect. `ask` counts the times that somebody asked for a test. */
export function TestDrawer({ ask, onClose }: { ask: number; onClose(): void }) {
  const t = useWords(tryWords)
  const triggers = useStudio((state) => state.graph.nodes).filter(({ type }) => type.startsWith('trigger.'))
  const workflowId = useStudio((state) => state.workflowId)
  const [chosen, setChosen] = useState<string>()
  const [data, setData] = useState('{}')
  const trigger = triggers.find(({ id }) => id === chosen) ?? triggers[0]
  const { mails, mail, choose } = usePreview()
  const tests = useTests(trigger)
  const run = () => {
    if (byMail(trigger)) return void (mail && tests.one({ messageId: mail.id }))
    if (!byData(trigger)) return void tests.one({})
    try {
      void tests.one({ triggerData: JSON.parse(data) })
    } catch {
      tests.setFault(t.badData)
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time it is asked for, with what is chosen then.
  useEffect(() => {
    if (trigger && (!byMail(trigger) || mail)) run()
  }, [ask])
  return (
    <section className="tr" aria-label={t.title}>
      <div className="tr-head">
        {triggers.length > 1 && (
          <select
            className="input"
            aria-label={t.start}
            value={trigger?.id}
            onChange={({ target }) => setChosen(target.value)}
          >
            {triggers.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        )}
        {!trigger && <p className="muted">{t.noStart}</p>}
        {byMail(trigger) && mails.length === 0 && <p className="muted">{t.noMail}</p>}
        {byMail(trigger) && mail && (
          <select
            className="input tr-mail"
            aria-label={t.on}
            value={mail.id}
            onChange={({ target }) => choose(target.value)}
          >
            {mails.map(({ id, subject, from, isPinned }) => (
              <option key={id} value={id}>
                {isPinned ? '★ ' : ''}
                {subject} · {from}
              </option>
            ))}
          </select>
        )}
        {byMail(trigger) && mail && (
          <IconButton
            icon="pin"
            label={mail.isPinned ? t.unpinMail : t.pinMail}
            aria-pressed={mail.isPinned}
            onClick={() => void togglePin(workflowId, mail)}
          />
        )}
        {byData(trigger) && (
          <input
            className="input mono tr-mail"
            aria-label={t.data}
            value={data}
            onChange={({ target }) => setData(target.value)}
          />
        )}
        <Button icon="simulated" disabled={!trigger || (byMail(trigger) && !mail)} onClick={run}>
          {t.run}
        </Button>
        {byMail(trigger) && mails.length > 1 && (
          <Button
            icon="list"
            disabled={tests.isBusy}
            onClick={() => void tests.many(mails.map(({ id }) => id))}
          >
            {t.onLast(mails.length)}
          </Button>
        )}
        {tests.isBusy && (
          <Button kind="quiet" icon="stop" onClick={tests.stop}>
            {t.stop}
          </Button>
        )}
        <IconButton className="push" icon="close" label={t.close} onClick={onClose} />
      </div>
      {tests.fault && (
        <p className="hint bad" role="alert">
          {tests.fault}
        </p>
      )}
      <Timeline />
      {tests.results && <ManyResults results={tests.results} total={mails.length} />}
    </section>
  )
}
