import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import { client } from '../../../api/client.ts'
import { read } from '../../../api/read.ts'
import { ReadFault } from '../../../api/read-fault.tsx'
import { useCommands } from '../../../lib/keyboard/commands.ts'
import { usePageTitle } from '../../../lib/use-page-title.ts'
import { useWords } from '../../../lib/words/words.ts'
import { Button } from '../../../ui/button.tsx'
import { Confirm } from '../../../ui/confirm.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { runQuery, waitingQuery } from '../executions.queries.ts'
import type { RunDetail } from '../executions.types.ts'
import { runWords } from '../executions.words.ts'
import { cancelRuns, retryRun } from '../run-acts.ts'
import { isOpen, runLooks } from '../run-states.ts'
import { Ledger } from './ledger.tsx'
import { RunGraph } from './run-graph.tsx'
import { Banners, RunHead } from './run-head.tsx'
import { StepPane } from './step-pane.tsx'
import { linesOf, spanOf } from './steps.ts'
import { Waterfall } from './waterfall.tsx'
import '../executions.css'

/** The present, moving while something goes on. */
function useNow(isMoving: boolean) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (!isMoving) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [isMoving])
  return now
}

function RunBar({ run }: { run: RunDetail }) {
  const t = useWords(runWords)
  const navigate = useNavigate()
  const [asks, setAsks] = useState(false)
  const [icon, tone] = runLooks[run.status]
  const canRetry = run.status === 'failed' && !run.simulated
  const retry = async () => {
    const runId = await retryRun(run.id)
    if (runId) void navigate({ to: '/runs/$runId', params: { runId } })
  }
  const { title: group } = t
  useCommands([
    ...(canRetry
      ? [{ id: 'run-retry', title: t.retry, group, keys: ['t'], icon: 'again', run: () => void retry() }]
      : []),
    ...(isOpen(run.status)
      ? [{ id: 'run-cancel', title: t.cancelRun, group, keys: ['#'], icon: 'stop', run: () => setAsks(true) }]
      : []),
  ])
  return (
    <div className="bar run-bar">
      <Link className="muted crumb" to="/runs">
        {t.title}
      </Link>
      <Icon name="right" size={12} className="faint" />
      <h1 className="cut">{run.workflowName || t.deleted}</h1>
      <StateTag icon={icon} tone={tone}>
        {t.statuses[run.status]}
      </StateTag>
      <span className="push row">
        <Link
          className="btn"
          to="/workflows/$workflowId"
          params={{ workflowId: run.workflowId }}
          search={{ run: run.id }}
        >
          <Icon name="flow" />
          {t.studio}
        </Link>
        {isOpen(run.status) && (
          <Button icon="stop" keys="#" onClick={() => setAsks(true)}>
            {t.cancelRun}
          </Button>
        )}
        {canRetry && (
          <Button kind="primary" icon="again" keys="t" onClick={() => void retry()}>
            {t.retry}
          </Button>
        )}
      </span>
      {asks && (
        <Confirm
          title={t.cancelQuestion(1)}
          no={t.keep}
          yes={t.cancelRun}
          onNo={() => setAsks(false)}
          onYes={() => {
            setAsks(false)
            void cancelRuns([run.id])
          }}
        >
          {t.cancelText}
        </Confirm>
      )}
    </div>
  )
}

function Run({ run }: { run: RunDetail }) {
  const t = useWords(runWords)
  const navigate = useNavigate()
  const { step: chosenKey } = useSearch({ from: '/shell/runs/$runId' })
  const calls = useQuery(read(client.aiCosts.calls, { params: { id: run.id } })).data?.calls ?? []
  const version = useQuery({
    ...read(client.workflowVersions.get, {
      params: { id: run.workflowId, versionId: run.workflowVersionId },
    }),
    staleTime: Number.POSITIVE_INFINITY,
  }).data
  const waits = useQuery({ ...waitingQuery(run.workflowId), enabled: run.status === 'waiting' }).data
  const wait =
    run.status === 'waiting' ? waits?.executions.find((one) => one.executionId === run.id) : undefined
  const now = useNow(isOpen(run.status))
  const span = spanOf(run, now)
  const lines = useMemo(() => linesOf(run, version?.graph.nodes ?? []), [run, version])
  const chosen = lines.find(({ key }) => key === chosenKey)
  const choose = (key: string | undefined) =>
    void navigate({
      to: '/runs/$runId',
      params: { runId: run.id },
      search: key ? { step: key } : {},
      replace: true,
    })
  const step = (by: number) => {
    const at = chosen ? lines.indexOf(chosen) : by > 0 ? -1 : lines.length
    choose(lines[Math.min(lines.length - 1, Math.max(0, at + by))]?.key)
  }
  const group = t.title
  useCommands([
    {
      id: 'step-next',
      title: t.next,
      group,
      keys: ['j', 'ArrowDown'],
      icon: 'down',
      repeats: true,
      run: () => step(1),
    },
    {
      id: 'step-previous',
      title: t.previous,
      group,
      keys: ['k', 'ArrowUp'],
      icon: 'up',
      repeats: true,
      run: () => step(-1),
    },
    {
      id: 'step-back',
      title: chosen ? t.close : t.back,
      group,
      keys: ['Escape'],
      icon: 'left',
      run: () => (chosen ? choose(undefined) : void navigate({ to: '/runs' })),
    },
  ])
  return (
    <>
      <RunBar run={run} />
      <div className="panes run-panes" data-step={chosen ? 'open' : undefined}>
        <section className="pane" aria-label={t.run}>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable by keyboard. */}
          <div className="scroll" tabIndex={0}>
            <RunHead
              run={run}
              lines={lines}
              calls={calls}
              version={version?.version.number}
              lengthMs={span.length}
            />
            <Banners run={run} lines={lines} wait={wait} />
            {version && <RunGraph graph={version.graph} lines={lines} chosen={chosen} onChoose={choose} />}
            <Waterfall
              lines={lines}
              span={span}
              chosen={chosen?.key}
              isOver={!isOpen(run.status)}
              onChoose={choose}
            />
            <Ledger lines={lines} isSimulated={run.simulated} onChoose={choose} />
          </div>
        </section>
        {chosen && (
          <StepPane
            key={chosen.key}
            line={chosen}
            node={version?.graph.nodes.find(({ id }) => id === chosen.node.id)}
            run={run}
            calls={calls.filter(({ nodeId }) => nodeId === chosen.node.id)}
            onClose={() => choose(undefined)}
          />
        )}
      </div>
    </>
  )
}

/** One run: where it went, what it did, what it waits for. */
export default function RunPage() {
  const t = useWords(runWords)
  const { runId } = useParams({ from: '/shell/runs/$runId' })
  const { data, error, refetch } = useQuery(runQuery(runId))
  usePageTitle(data ? `${data.workflowName || t.deleted}, ${t.statuses[data.status]}` : t.title)
  if (error && !data) return <ReadFault error={error} onRetry={() => void refetch()} />
  if (!data) return <div className="run-bones" aria-busy="true" />
  return <Run key={data.id} run={data} />
}
