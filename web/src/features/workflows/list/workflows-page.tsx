import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useRef, useState } from 'react'
import { ReadFault } from '../../../api/read-fault.tsx'
import { useCommands } from '../../../lib/keyboard/commands.ts'
import { usePageTitle } from '../../../lib/use-page-title.ts'
import { useWords } from '../../../lib/words/words.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { KeyCaps } from '../../../ui/key-caps.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { useHealth, type Workflow, workflowsQuery } from '../workflows.queries.ts'
import { groupWorkflows, totals } from './group-workflows.ts'
import { listWords } from './list.words.ts'
import { useWorkflowActs } from './use-workflow-acts.ts'
import { WorkflowRow } from './workflow-row.tsx'
import './list.css'

const RemoveQuestion = lazy(() => import('./remove-question.tsx'))

/** Moves the focus through the names of the list. */
function step(by: number) {
  const links = [...document.querySelectorAll<HTMLElement>('.wf-name a')]
  const at = links.indexOf(document.activeElement as HTMLElement)
  const next = at < 0 ? (by > 0 ? 0 : links.length - 1) : Math.min(links.length - 1, Math.max(0, at + by))
  links[next]?.focus()
}

function Lead({
  workflows,
  health,
}: {
  workflows: readonly Workflow[]
  health: ReturnType<typeof useHealth>
}) {
  const t = useWords(listWords).lead
  const trouble = groupWorkflows(workflows).find(({ group }) => group === 'trouble')?.workflows.length ?? 0
  const { total, failed } = totals(health)
  return (
    <div className="wf-lead">
      <h2 className="display">{trouble > 0 ? t.trouble(trouble) : t.well}</h2>
      {total > 0 && <p className="muted">{t.text(total, failed)}</p>}
    </div>
  )
}

type HeadProps = {
  find: string
  onFind(find: string): void
  searchRef: React.RefObject<HTMLInputElement | null>
  withArchived: boolean
  onArchived(): void
  acts: ReturnType<typeof useWorkflowActs>
}

function Head({ find, onFind, searchRef, withArchived, onArchived, acts }: HeadProps) {
  const t = useWords(listWords)
  const file = useRef<HTMLInputElement>(null)
  return (
    <div className="bar wf-bar">
      <h1>{t.title}</h1>
      <div className="push row">
        <div className="input wf-find">
          <Icon name="search" />
          <input
            ref={searchRef}
            type="search"
            placeholder={t.find}
            aria-label={t.find}
            value={find}
            onChange={({ target }) => onFind(target.value)}
          />
          <KeyCaps keys="/" />
        </div>
        <input
          ref={file}
          type="file"
          accept=".json,application/json"
          hidden
          aria-label={t.import}
          onChange={({ target }) => {
            if (target.files?.[0]) void acts.import(target.files[0])
            target.value = ''
          }}
        />
        <Menu
          align="end"
          trigger={<IconButton icon="more" label={t.actions(t.title)} />}
          groups={[
            {
              entries: [
                { id: 'import', label: t.import, icon: 'upload', run: () => file.current?.click() },
                {
                  id: 'archived',
                  label: t.showArchived,
                  icon: 'archive',
                  isChosen: withArchived,
                  run: onArchived,
                },
              ],
            },
          ]}
        />
        <Link className="btn wf-template" to="/templates">
          <Icon name="template" />
          {t.template}
        </Link>
        <Button kind="primary" icon="plus" keys="n" onClick={() => void acts.create()}>
          {t.create}
        </Button>
      </div>
    </div>
  )
}

/** Every workflow of the member: what runs, what needs somebody, what is not published yet. */
export default function WorkflowsPage() {
  const t = useWords(listWords)
  usePageTitle(t.title)
  const [find, setFind] = useState('')
  const [withArchived, setWithArchived] = useState(false)
  const [removing, setRemoving] = useState<Workflow>()
  const query = useQuery(workflowsQuery(withArchived))
  const health = useHealth()
  const acts = useWorkflowActs()
  const search = useRef<HTMLInputElement>(null)
  useCommands([
    {
      id: 'wf-new',
      title: t.create,
      group: t.title,
      keys: ['n'],
      icon: 'plus',
      run: () => void acts.create(),
    },
    {
      id: 'wf-find',
      title: t.find,
      group: t.title,
      keys: ['/'],
      icon: 'search',
      run: () => search.current?.focus(),
    },
    {
      id: 'wf-next',
      title: t.next,
      group: t.title,
      keys: ['j', 'ArrowDown'],
      icon: 'down',
      repeats: true,
      run: () => step(1),
    },
    {
      id: 'wf-previous',
      title: t.previous,
      group: t.title,
      keys: ['k', 'ArrowUp'],
      icon: 'up',
      repeats: true,
      run: () => step(-1),
    },
  ])
  if (query.error && !query.data)
    return <ReadFault error={query.error} onRetry={() => void query.refetch()} />
  const all = query.data?.workflows ?? []
  const shown = all.filter(({ name }) => name.toLowerCase().includes(find.trim().toLowerCase()))
  const row = (workflow: Workflow) => (
    <WorkflowRow
      key={workflow.id}
      workflow={workflow}
      health={health.get(workflow.id)}
      acts={acts}
      onRemove={() => setRemoving(workflow)}
    />
  )
  return (
    <>
      <Head
        find={find}
        onFind={setFind}
        searchRef={search}
        withArchived={withArchived}
        onArchived={() => setWithArchived((now) => !now)}
        acts={acts}
      />
      <div className="scroll" aria-busy={query.isPending}>
        {query.data && all.length === 0 && (
          <div className="wf-empty">
            <Empty icon="flow" title={t.empty} text={t.emptyText}>
              <Button kind="primary" icon="plus" onClick={() => void acts.create()}>
                {t.create}
              </Button>
              <Link className="btn" to="/templates">
                <Icon name="template" />
                {t.template}
              </Link>
            </Empty>
          </div>
        )}
        {all.length > 0 && (
          <>
            {all.some(({ published }) => published) && <Lead workflows={all} health={health} />}
            <div className="wf th" aria-hidden="true">
              <span>{t.columns.name}</span>
              <span>{t.columns.state}</span>
              <span>{t.columns.runs}</span>
              <span>{t.columns.last}</span>
            </div>
          </>
        )}
        {all.length > 0 && shown.length === 0 && <p className="wf-none muted">{t.noHits}</p>}
        {groupWorkflows(shown).map(({ group, workflows }) => (
          <section key={group} aria-label={t.groups[group]}>
            <h2 className="wf-group">
              {group === 'trouble' && <Icon name="warning" size={14} />}
              {t.groups[group]}
            </h2>
            <ul>{workflows.map(row)}</ul>
          </section>
        ))}
      </div>
      {removing && (
        <Suspense>
          <RemoveQuestion
            workflow={removing}
            onClose={() => setRemoving(undefined)}
            onRemove={() => {
              void acts.remove(removing)
              setRemoving(undefined)
            }}
          />
        </Suspense>
      )}
    </>
  )
}
