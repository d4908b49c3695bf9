import { Link } from '@tanstack/react-router'
import { apiWords } from '../api/api.words.ts'
import { usePageTitle } from '../lib/use-page-title.ts'
import { useWords } from '../lib/words/words.ts'
import { Empty } from '../ui/empty.tsx'

export function NotFoundPage() {
  const t = useWords(apiWords)
  usePageTitle(t.notFoundTitle)
  return (
    <main className="alone">
      <Empty icon="search" title={t.notFoundTitle} text={t.notFoundText}>
        <Link className="btn" to="/mail/$folder" params={{ folder: 'inbox' }}>
          {t.home}
        </Link>
      </Empty>
    </main>
  )
}
