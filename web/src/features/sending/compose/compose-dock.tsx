import { lazy, Suspense, useEffect } from 'react'
import { useWords } from '../../../lib/words/words.ts'
import { Icon } from '../../../ui/icon.tsx'
import { TypedAhead } from '../../../ui/typed-ahead-field.tsx'
import { sendingWords } from '../sending.words.ts'
import { loadDrafts, showDraft, useDrafts } from './drafts.ts'

const Compose = lazy(() => import('./compose.tsx'))

/** The editor over the page, and the drafts that wait to be continued. */
export function ComposeDock({ memberId }: { memberId: string }) {
  const t = useWords(sendingWords)
  const { drafts, openId } = useDrafts()
  useEffect(() => loadDrafts(memberId), [memberId])
  const open = drafts.find(({ id }) => id === openId)
  if (open)
    return (
      <Suspense fallback={<TypedAhead />}>
        <Compose key={open.id} draft={open} />
      </Suspense>
    )
  const last = drafts.at(-1)
  if (!last) return null
  return (
    <button type="button" className="drafts-shelf" onClick={() => showDraft(last.id)} title={t.openDrafts}>
      <Icon name="draft" />
      <span className="cut">
        {drafts.length === 1 ? last.subject || t.newMessage : t.alsoOpen(drafts.length)}
      </span>
    </button>
  )
}
