import type { ReactNode } from 'react'
import { useWords } from '../lib/words/words.ts'
import { Button } from '../ui/button.tsx'
import { apiWords } from './api.words.ts'
import { ReadFault } from './read-fault.tsx'

type Read = {
  data: unknown
  error: unknown
  refetch(): unknown
  hasNextPage?: boolean
  isFetchingNextPage?: boolean
  fetchNextPage?(): unknown
}

const boneWidths = ['62%', '48%', '70%', '40%', '56%']

/** Stands in for a list while it is read. */
export function Bones() {
  const t = useWords(apiWords)
  return (
    <div className="bones" role="status" aria-label={t.loading}>
      {boneWidths.map((width) => (
        <span key={width} className="bone" style={{ '--w': width }} />
      ))}
    </div>
  )
}

type PageListProps = { read: Read; isEmpty: boolean; empty: ReactNode; children: ReactNode }

/** A list in each of its states: being read, failed, empty, shown, with more to come. */
export function PageList({ read, isEmpty, empty, children }: PageListProps) {
  const t = useWords(apiWords)
  if (read.data === undefined && read.error)
    return <ReadFault error={read.error} onRetry={() => void read.refetch()} />
  if (read.data === undefined) return <Bones />
  if (isEmpty) return empty
  return (
    <>
      {children}
      {read.hasNextPage && (
        <div className="more-row">
          <Button onClick={() => void read.fetchNextPage?.()} disabled={read.isFetchingNextPage}>
            {read.isFetchingNextPage ? t.loading : t.more}
          </Button>
        </div>
      )}
    </>
  )
}
