import { Link } from '@tanstack/react-router'
import { shortTime } from '../../../lib/dates.ts'
import { useLook } from '../../../lib/look.ts'
import { useWords } from '../../../lib/words/words.ts'
import { IconButton } from '../../../ui/button.tsx'
import type { IconName } from '../../../ui/icon.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { StateTag, type Tone } from '../../../ui/state-tag.tsx'
import type { Health, Workflow } from '../workflows.queries.ts'
import { type State, stateOf } from './group-workflows.ts'
import { listWords } from './list.words.ts'
import type { WorkflowActs } from './use-workflow-acts.ts'

const looks: Record<State, { icon: IconName; tone: Tone }> = {
  live: { icon: 'live', tone: 'good' },
  paused: { icon: 'pause', tone: 'warn' },
  draft: { icon: 'draft', tone: 'idle' },
  archived: { icon: 'archive', tone: 'idle' },
}

type Status = NonNullable<NonNullable<Workflow['lastExecution']>['status']>
const runs: Record<Status, { icon: IconName; tone: Tone }> = {
  queued: { icon: 'queued', tone: 'idle' },
  running: { icon: 'running', tone: 'info' },
  waiting: { icon: 'waiting', tone: 'warn' },
  succeeded: { icon: 'ok', tone: 'good' },
  failed: { icon: 'failed', tone: 'bad' },
  cancelled: { icon: 'cancelled', tone: 'idle' },
}

function Versions({ workflow }: { workflow: Workflow }) {
  const t = useWords(listWords)
  const { publishedVersion, draftVersion } = workflow
  const text = publishedVersion
    ? (draftVersion ? t.differs : t.version)(publishedVersion.number)
    : t.unpublished
  return <small>{workflow.hasWebhook ? `${text} · ${t.byWebhook}` : text}</small>
}

function LastRun({ run }: { run: Workflow['lastExecution'] }) {
  const t = useWords(listWords)
  const locale = useLook((look) => look.locale)
  if (!run) return <span className="wf-last faint">–</span>
  return (
    <span className="wf-last">
      <StateTag {...runs[run.status]} isPlain>
        {t.status[run.status]}
      </StateTag>
      <time className="num muted" dateTime={run.createdAt}>
        {shortTime(run.createdAt, locale)}
      </time>
    </span>
  )
}

type RowProps = { workflow: Workflow; health: Health | undefined; acts: WorkflowActs; onRemove(): void }

function RowMenu({ workflow, acts, onRemove }: Omit<RowProps, 'health'>) {
  const t = useWords(listWords)
  const isArchived = Boolean(workflow.archivedAt)
  return (
    <Menu
      align="end"
      trigger={<IconButton icon="more" label={t.actions(workflow.name)} />}
      groups={[
        {
          entries: [
            { id: 'open', label: t.open, icon: 'flow', run: () => acts.open(workflow.id) },
            ...(workflow.published
              ? [
                  {
                    id: 'pause',
                    label: workflow.pausedAt ? t.resume : t.pause,
                    icon: workflow.pausedAt ? ('play' as const) : ('pause' as const),
                    run: () => void acts.pause(workflow),
                  },
                ]
              : []),
            { id: 'copy', label: t.duplicate, icon: 'copy', run: () => void acts.duplicate(workflow) },
            { id: 'export', label: t.export, icon: 'download', run: () => void acts.export(workflow) },
          ],
        },
        {
          entries: [
            {
              id: 'archive',
              label: isArchived ? t.unarchive : t.archive,
              icon: 'archive',
              run: () => void acts.archive(workflow),
            },
            { id: 'remove', label: t.remove, icon: 'bin', isDanger: true, run: onRemove },
          ],
        },
      ]}
    />
  )
}

export function WorkflowRow({ workflow, health, acts, onRemove }: RowProps) {
  const t = useWords(listWords)
  const state = stateOf(workflow)
  return (
    <li className="wf">
      <span className="wf-name">
        <Link to="/workflows/$workflowId" params={{ workflowId: workflow.id }}>
          {workflow.name}
        </Link>
        <Versions workflow={workflow} />
      </span>
      <StateTag {...looks[state]}>{t.states[state]}</StateTag>
      <span className="wf-runs">
        {health ? t.ran(health.total) : <span className="faint">{t.neverRan}</span>}
        {health && health.failed > 0 && <b className="bad">{t.failed(health.failed)}</b>}
      </span>
      <LastRun run={workflow.lastExecution} />
      <RowMenu workflow={workflow} acts={acts} onRemove={onRemove} />
    </li>
  )
}
