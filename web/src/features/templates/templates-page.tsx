import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { lazy, Suspense, useRef, useState } from 'react'
import { ReadFault } from '../../api/read-fault.tsx'
import { useCommands } from '../../lib/keyboard/commands.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { useWords } from '../../lib/words/words.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Icon } from '../../ui/icon.tsx'
import { KeyCaps } from '../../ui/key-caps.tsx'
import { useAccount } from '../account/index.ts'
import { MiniGraph } from './mini-graph.tsx'
import { TemplatePane } from './template-pane.tsx'
import { type Template, useTemplates } from './templates.queries.ts'
import { templateWords } from './templates.words.ts'
import './templates.css'

const PromoteDialog = lazy(() => import('./promote-dialog.tsx'))

const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

function Row({ template, isOpen }: { template: Template; isOpen: boolean }) {
  const t = useWords(templateWords)
  return (
    <Link
      className="tp"
      to="/templates/$templateId"
      params={{ templateId: template.id }}
      aria-current={isOpen ? 'true' : undefined}
      data-off={template.enabled ? undefined : ''}
    >
      <MiniGraph id={template.id} />
      <span className="tp-words">
        <b>{template.name}</b>
        <small>{template.description}</small>
      </span>
      <span className="tp-count xs muted num">
        {template.enabled ? template.installCount > 0 && t.installs(template.installCount) : t.off}
      </span>
    </Link>
  )
}

/** The categories in the order of their first template; those of the organisation come last. */
function groupsOf(templates: readonly Template[], other: string) {
  const names = [...new Set(templates.map(({ category }) => category ?? other))]
  return names
    .map((name) => ({ name, templates: templates.filter(({ category }) => (category ?? other) === name) }))
    .sort((a, b) => Number(a.name === other) - Number(b.name === other))
}

/** Workflows to start from. */
export default function TemplatesPage() {
  const t = useWords(templateWords)
  usePageTitle(t.title)
  const { templateId } = useParams({ strict: false })
  const navigate = useNavigate()
  const query = useTemplates()
  const isAdmin = useAccount()?.member.role === 'admin'
  const [find, setFind] = useState('')
  const [isPromoting, setIsPromoting] = useState(false)
  const search = useRef<HTMLInputElement>(null)
  useCommands([
    {
      id: 'tp-find',
      title: t.find,
      group: t.title,
      keys: ['/'],
      icon: 'search',
      run: () => search.current?.focus(),
    },
  ])
  if (query.error && !query.data)
    return <ReadFault error={query.error} onRetry={() => void query.refetch()} />
  const all = query.data?.templates ?? []
  const wanted = plain(find).split(/\s+/).filter(Boolean)
  const shown = all.filter(({ name, description }) =>
    wanted.every((word) => plain(`${name} ${description}`).includes(word)),
  )
  const open = all.find(({ id }) => id === templateId)
  return (
    <>
      <div className="bar tp-bar">
        <h1>{t.title}</h1>
        <div className="push row">
          <div className="input tp-find">
            <Icon name="search" />
            <input
              ref={search}
              type="search"
              placeholder={t.find}
              aria-label={t.find}
              value={find}
              onChange={({ target }) => setFind(target.value)}
            />
            <KeyCaps keys="/" />
          </div>
          {isAdmin && (
            <Button icon="plus" onClick={() => setIsPromoting(true)}>
              {t.promote}
            </Button>
          )}
        </div>
      </div>
      <div className="panes tp-panes" data-open={open ? '' : undefined}>
        <section className="pane" aria-label={t.title} aria-busy={query.isPending}>
          <div className="scroll">
            {query.data && all.length === 0 && <Empty icon="template" title={t.empty} text={t.emptyText} />}
            {all.length > 0 && shown.length === 0 && <p className="tp-none muted">{t.noHits}</p>}
            {groupsOf(shown, t.other).map((group) => (
              <section key={group.name} aria-label={group.name}>
                <h2 className="tp-group">{group.name}</h2>
                {group.templates.map((template) => (
                  <Row key={template.id} template={template} isOpen={template === open} />
                ))}
              </section>
            ))}
          </div>
        </section>
        <aside className="pane tp-side" aria-label={open?.name ?? t.chooseTitle}>
          {open ? (
            <TemplatePane
              key={open.id}
              template={open}
              isAdmin={isAdmin}
              onClose={() => void navigate({ to: '/templates' })}
            />
          ) : (
            <div className="tp-choose">
              <Empty icon="template" title={t.chooseTitle} text={t.chooseText} />
            </div>
          )}
        </aside>
      </div>
      {isPromoting && (
        <Suspense>
          <PromoteDialog onClose={() => setIsPromoting(false)} />
        </Suspense>
      )}
    </>
  )
}
