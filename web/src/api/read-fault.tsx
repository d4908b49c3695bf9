import { useWords } from '../lib/words/words.ts'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { apiWords } from './api.words.ts'
import { ApiError } from './errors.ts'
import { faultText } from './fault-text.ts'

/** Stands where the content of a failed read would be. */
export function ReadFault({ error, onRetry }: { error: unknown; onRetry(): void }) {
  const t = useWords(apiWords)
  const isMissing = error instanceof ApiError && error.status === 404
  if (isMissing) return <Empty icon="search" title={t.notFoundTitle} text={t.notFoundText} />
  return (
    <Empty icon="warning" title={t.failedTitle} text={faultText(error)} isAlert>
      <Button icon="again" onClick={onRetry}>
        {t.retry}
      </Button>
    </Empty>
  )
}
