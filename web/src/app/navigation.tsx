import { Link, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { AccountMenu, SettingsRow } from '../features/account/index.ts'
import { AnalyzerRow } from '../features/analyzer/index.ts'
import { AssistantRow } from '../features/assistant/index.ts'
import { DashboardRow } from '../features/dashboard/index.ts'
import { useDeskCount } from '../features/desk/index.ts'
import { EvaluationRow } from '../features/evaluation/index.ts'
import { RunsRow } from '../features/executions/index.ts'
import { Brand } from '../features/instance/index.ts'
import { MailboxRows } from '../features/mailboxes/index.ts'
import { AdministrationRow } from '../features/members/index.ts'
import { FolderRows } from '../features/messages/index.ts'
import { NotificationsRow } from '../features/notifications/index.ts'
import { OutboxRow } from '../features/sending/index.ts'
import { TablesRow } from '../features/tables/index.ts'
import { TemplatesLink } from '../features/templates/index.ts'
import { WorkflowsLink } from '../features/workflows/index.ts'
import { useWords } from '../lib/words/words.ts'
import { Icon } from '../ui/icon.tsx'
import { KeyCaps } from '../ui/key-caps.tsx'
import { appWords } from './app.words.ts'

/** The mailbox and folder in the address. */
function usePlace() {
  return useRouterState({
    select: ({ location }) => ({
      folder: /^\/mail\/([^/]+)/.exec(location.pathname)?.[1],
      mailbox: (location.search as { mailbox?: string }).mailbox,
    }),
    structuralSharing: true,
  })
}

type NavigationProps = { onSearch(): void; onKeys(): void; onLeave(): void }

/** The place where one is stands in view, also in a list longer than the window. */
function useCurrentInView() {
  const list = useRef<HTMLDivElement>(null)
  const path = useRouterState({ select: ({ location }) => location.pathname })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another path has another current row.
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [path])
  return list
}

export function Navigation({ onSearch, onKeys, onLeave }: NavigationProps) {
  const t = useWords(appWords)
  const { folder, mailbox } = usePlace()
  const waiting = useDeskCount()
  const list = useCurrentInView()
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: closes the sheet after one of its links was followed.
    <header
      className="nav"
      onClick={({ target }) => (target as HTMLElement).closest('a, .nav-assistant') && onLeave()}
    >
      <div className="nav-top">
        <Link className="nav-brand" to="/">
          <Brand />
        </Link>
      </div>
      <button type="button" className="nav-search" onClick={onSearch} aria-label={t.search}>
        <Icon name="search" />
        <span className="nav-word">{t.search}</span>
        <KeyCaps keys="mod+k" />
      </button>
      <div className="nav-list" ref={list}>
        <nav className="nav-group" aria-label={t.navigation}>
          <Link className="nav-row" to="/desk" activeProps={{ 'aria-current': 'page' }} title={t.desk}>
            <Icon name="desk" />
            <span className="nav-word">{t.desk}</span>
            {waiting > 0 && (
              <span className="nav-end">
                <b>{waiting}</b>
              </span>
            )}
          </Link>
          <FolderRows current={folder && decodeURIComponent(folder)} mailbox={mailbox} />
          <OutboxRow />
        </nav>
        <MailboxRows current={folder ? mailbox : undefined} />
        <nav className="nav-group nav-automation" aria-label={t.automation}>
          <h2>{t.automation}</h2>
          <WorkflowsLink />
          <RunsRow group={t.goTo} />
          <TablesRow group={t.goTo} />
          <TemplatesLink />
          <AnalyzerRow group={t.goTo} />
          <EvaluationRow group={t.goTo} />
          <DashboardRow group={t.goTo} />
        </nav>
      </div>
      <nav className="nav-last" aria-label={t.around}>
        <AssistantRow group={t.everywhere} />
        <NotificationsRow />
        <SettingsRow />
        <AdministrationRow />
      </nav>
      <div className="nav-foot">
        <AccountMenu />
        <button type="button" className="nav-keys" onClick={onKeys} aria-label={t.keys}>
          <kbd>?</kbd>
        </button>
      </div>
    </header>
  )
}
