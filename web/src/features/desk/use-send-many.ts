import { useState } from 'react'
import { client } from '../../api/client.ts'
import { faultText } from '../../api/fault-text.ts'
import { reread } from '../../api/read.ts'
import { clientToken } from '../../lib/client-token.ts'
import { hold, holdMs } from '../../lib/hold.ts'
import { useWords, wordsNow } from '../../lib/words/words.ts'
import { showToast } from '../../ui/toasts.tsx'
import type { DeskItem } from './desk.queries.ts'
import { deskWords } from './desk.words.ts'

/** As many as the service takes at once. */
const maxAtOnce = 50

type Sending = {
  items: readonly DeskItem[]
  onSent(ids: readonly string[]): void
  /** These are back: taken back, or not sent. */
  onBack(ids: readonly string[]): void
}

async function send(ids: readonly string[], onBack: Sending['onBack']) {
  const t = wordsNow(deskWords)
  try {
    const { skipped } = await client.review.sendSelection({
      body: { ids: [...ids], clientToken: clientToken() },
    })
    if (skipped.length > 0) {
      onBack(skipped.map(({ id }) => id))
      const reasons = new Set(skipped.map(({ reason }) => t.skipReasons[reason]))
      showToast({ icon: 'warning', text: t.skipped(skipped.length, [...reasons].join(' ')), isFault: true })
    }
  } catch (error) {
    onBack(ids)
    showToast({ icon: 'warning', text: t.refused(faultText(error)), isFault: true })
  }
  await reread(['desk'], ['review'])
}

/** Drafts that are sent together, and can be taken back together. */
export function useSendMany({ items, onSent, onBack }: Sending) {
  const t = useWords(deskWords)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const drafts = items.filter(({ kind }) => kind === 'draft').map(({ id }) => id)
  const selected = new Set(drafts.filter((id) => chosen.has(id)))
  const clear = () => setChosen(new Set())
  const toggle = (id: string) =>
    setChosen((now) => new Set(now.has(id) ? [...now].filter((one) => one !== id) : [...now, id]))
  const sendAll = () => {
    const ids = [...selected]
    if (ids.length === 0) return
    onSent(ids)
    clear()
    const prevent = hold(() => void send(ids, onBack))
    showToast(
      {
        icon: 'sent',
        text: t.sentMany(ids.length),
        action: { label: t.undo, keys: 'z', run: () => prevent() && onBack(ids) },
      },
      holdMs,
    )
  }
  return {
    selected,
    toggle,
    clear,
    selectAll: () => setChosen(new Set(drafts.slice(0, maxAtOnce))),
    canSelectAll: drafts.length > 1,
    sendAll,
  }
}
