import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { longTime } from '../../../lib/dates.ts'
import { useLook } from '../../../lib/look.ts'
import { useWords } from '../../../lib/words/words.ts'
import { IconButton } from '../../../ui/button.tsx'
import { nodeIcon } from '../../../ui/graph/node-icons.ts'
import { Icon } from '../../../ui/icon.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import type { AiCall, RunDetail, Step } from '../executions.types.ts'
import { runWords } from '../executions.words.ts'
import { stepLooks } from '../run-states.ts'
import { AiCalls } from './ai-calls.tsx'
import { JsonView } from './json-view.tsx'
import type { Line } from './steps.ts'

const exactTime = (iso: string, locale: string) =>
  new Date(iso).toLocaleTimeString(locale === 'en' ? 'en-GB' : 'fr-FR')

function Attempts({ step }: { step: Step }) {
  const t = useWords(runWords)
  const locale = useLook((look) => look.locale)
  return (
    <>
      <h3>{t.attempts}</h3>
      <ol className="tries">
        {step.attempts.map(({ attempt, at, code, message, interrupted, retried }) => (
          <li key={`${attempt} ${at}`}>
            <Icon name="failed" size={14} />
            <time className="num" dateTime={at} title={longTime(at, locale)}>
              {exactTime(at, locale)}
            </time>
            <span>
              <span className="mono">{code}</span> {message}
            </span>
            <span className="muted nowrap">
              {interrupted ? t.interrupted : retried ? t.attemptAgain : t.attemptLast}
            </span>
          </li>
        ))}
      </ol>
    </>
  )
}

function Fault({ step, run }: { step: Step; run: RunDetail }) {
  const t = useWords(runWords)
  const { error } = step
  return (
    <>
      {error && (
        <>
          <p>{error.message}</p>
          <p className="mono xs muted">{error.code}</p>
          {error.details !== undefined && <JsonView label={t.tabs.fault} value={error.details} />}
        </>
      )}
      {step.attempts.length > 0 && <Attempts step={step} />}
      {error && (
        <p>
          <Link
            className="link xs"
            to="/runs"
            search={{ workflow: run.workflowId, status: 'failed', q: error.code }}
          >
            {t.sameFault}
          </Link>
        </p>
      )}
    </>
  )
}

/** How the step went, in words. */
function Notes({ step }: { step: Step }) {
  const t = useWords(runWords)
  const notes = [
    step.output && step.output !== 'main' ? t.output(step.output) : undefined,
    step.copiedFrom ? t.copied : undefined,
    step.pinned ? t.pinned : undefined,
    step.disabled ? t.disabled : undefined,
    step.llmSkipped ? t.llmSkipped : undefined,
    step.loop ? t.loop(step.loop.succeeded + step.loop.failed, step.loop.total) : undefined,
    step.loop && step.loop.failed > 0 ? t.loopFailed(step.loop.failed) : undefined,
    ...step.warnings.map(({ code, message }) => t.knownWarnings[code] ?? message),
  ].filter((note) => note !== undefined)
  if (notes.length === 0) return null
  return (
    <ul className="step-notes xs muted">
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  )
}

type Tab = 'fault' | 'data' | 'input' | 'ai' | 'params'
type Node = { params?: unknown }

type StepPaneProps = {
  line: Line
  node: Node | undefined
  run: RunDetail
  calls: readonly AiCall[]
  onClose(): void
}

export function StepPane({ line: { node: named, step }, node, run, calls, onClose }: StepPaneProps) {
  const t = useWords(runWords)
  const tabs: Tab[] = [
    ...(step && (step.error || step.attempts.length > 0) ? (['fault'] as const) : []),
    ...(step ? (['data'] as const) : []),
    ...(step?.input !== undefined ? (['input'] as const) : []),
    ...(calls.length > 0 ? (['ai'] as const) : []),
    ...(node?.params !== undefined ? (['params'] as const) : []),
  ]
  const [wanted, setWanted] = useState<Tab>()
  const tab = wanted && tabs.includes(wanted) ? wanted : tabs[0]
  const [icon, tone] = step ? stepLooks[step.status] : (['skipped', 'idle'] as const)
  return (
    <aside className="pane step-pane" aria-label={named.name}>
      <div className="bar">
        <Icon name={nodeIcon(named.type)} />
        <h2 className="cut">{named.name}</h2>
        <span className="push row">
          <StateTag icon={icon} tone={tone}>
            {step ? t.stepStatuses[step.status] : t.notReached}
          </StateTag>
          <IconButton icon="close" label={t.close} keys="Escape" onClick={onClose} />
        </span>
      </div>
      <div className="tabs" role="tablist">
        {tabs.map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            aria-selected={name === tab}
            onClick={() => setWanted(name)}
          >
            {t.tabs[name]}
          </button>
        ))}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable by keyboard. */}
      <div className="step-body" role="tabpanel" tabIndex={0} aria-label={tab ? t.tabs[tab] : named.name}>
        {step && tab !== 'params' && <Notes step={step} />}
        {step && tab === 'fault' && <Fault step={step} run={run} />}
        {step &&
          tab === 'data' &&
          (step.data === null ? (
            <p className="xs muted">{t.noData}</p>
          ) : (
            <JsonView label={t.tabs.data} value={step.data} isCut={step.dataTruncated} />
          ))}
        {step && tab === 'input' && <JsonView label={t.tabs.input} value={step.input} />}
        {tab === 'ai' && <AiCalls calls={calls} />}
        {tab === 'params' && <JsonView label={t.tabs.params} value={node?.params} />}
      </div>
    </aside>
  )
}
