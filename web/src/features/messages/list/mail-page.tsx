import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { usePageTitle } from '../../../lib/use-page-title.ts'
import { useSelection } from '../../../lib/use-selection.ts'
import { TypedAhead } from '../../../ui/typed-ahead-field.tsx'
import { useActs } from '../acts/use-acts.ts'
import { useFolderName } from '../folders.ts'
import { prefetchThread, useThreadList } from '../messages.queries.ts'
import type { Thread } from '../messages.types.ts'
import { ListHead } from './list-head.tsx'
import { ListPane } from './list-pane.tsx'
import { type MailContext, MailProvider } from './mail-context.ts'
import { nextAfter } from './rows.ts'
import { useListCommands } from './use-list-commands.ts'
import { usePlace } from './use-place.ts'
import '../mail.css'

const ActQuestion = lazy(() => import('../acts/questions.tsx'))

const dwellMs = 90
const none: readonly Thread[] = []

/** Reads the neighbours of the open thread, once the member stays with it. */
function usePrefetch(threads: readonly { id: string }[], openId: string | undefined) {
  useEffect(() => {
    const at = threads.findIndex(({ id }) => id === openId)
    const timer = setTimeout(async () => {
      await prefetchThread(threads[at + 1]?.id)
      await prefetchThread(threads[at + 2]?.id)
      if (at > 0) await prefetchThread(threads[at - 1]?.id)
    }, dwellMs)
    return () => clearTimeout(timer)
  }, [threads, openId])
}

/** A list of threads, with the one that is read beside it. */
export function MailPage() {
  const { place, threadId: openId, open, narrow } = usePlace()
  const name = useFolderName(place.folder, place.mailbox)
  usePageTitle(name)
  const list = useThreadList(place)
  const threads = list.threads ?? none
  const chosen = useSelection(JSON.stringify(place))
  const search = useRef<HTMLInputElement>(null)
  const targets =
    chosen.selection.size > 0
      ? threads.filter(({ id }) => chosen.selection.has(id))
      : threads.filter(({ id }) => id === openId)
  const acts = useActs({
    place,
    targets,
    onLeave: (leaving) => {
      chosen.clear()
      if (openId && leaving.has(openId)) void open(nextAfter(threads, leaving, openId), { replace: true })
    },
  })
  usePrefetch(threads, openId)
  const mail: MailContext = {
    place,
    threads,
    hasMore: list.hasMore,
    openId,
    move: (by) => {
      const at = threads.findIndex(({ id }) => id === openId)
      const next = at < 0 ? threads[0] : threads[at + by]
      if (next) void open(next.id, { replace: openId !== undefined })
    },
    close: () => void open(undefined),
    acts,
  }
  useListCommands({ ...mail, chosen, focusSearch: () => search.current?.focus() })
  return (
    <MailProvider value={mail}>
      <div className="panes mail-panes" data-reading={openId ? 'yes' : undefined}>
        <section className="pane list-pane" aria-label={name}>
          <ListHead name={name} mail={mail} chosen={chosen} narrow={narrow} search={search} />
          <ListPane
            list={list}
            mail={mail}
            chosen={chosen}
            label={name}
            narrow={narrow}
            onEnd={list.loadMore}
          />
        </section>
        <Outlet />
      </div>
      <Suspense fallback={<TypedAhead />}>
        {acts.question && (
          <ActQuestion
            question={acts.question}
            folder={place.folder}
            answer={acts.answer}
            cancel={acts.cancel}
          />
        )}
      </Suspense>
    </MailProvider>
  )
}
