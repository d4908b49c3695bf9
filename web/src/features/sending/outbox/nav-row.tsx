import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useWords } from '../../../lib/words/words.ts'
import { Icon } from '../../../ui/icon.tsx'
import { navWords } from './nav.words.ts'
import { useAttention } from './outbox.queries.ts'

const countAfterMs = 1_500

/** The outbox in the navigation, with the number of mails that need the member. */
export function OutboxRow() {
  const t = useWords(navWords)
  // The page comes first.
  const [isLater, setIsLater] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsLater(true), countAfterMs)
    return () => clearTimeout(timer)
  }, [])
  const { items } = useAttention(isLater)
  return (
    <Link className="nav-row" to="/outbox" activeProps={{ 'aria-current': 'page' }} title={t.title}>
      <Icon name="up-right" />
      <span className="nav-word">{t.title}</span>
      {items.length > 0 && (
        <span className="nav-end" title={t.count(items.length)}>
          <b>{items.length}</b>
        </span>
      )}
    </Link>
  )
}
