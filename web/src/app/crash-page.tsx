import { ApiError } from '../api/errors.ts'
import { ReadFault } from '../api/read-fault.tsx'
import { useWords } from '../lib/words/words.ts'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { appWords } from './app.words.ts'

/** Shown in place of a page that failed. */
export function CrashPage({ error, reset }: { error: unknown; reset(): void }) {
  const t = useWords(appWords).crash
  return (
    <main className="alone">
      {error instanceof ApiError ? (
        <ReadFault error={error} onRetry={reset} />
      ) : (
        <Empty icon="warning" title={t.title} text={t.text} isAlert>
          <Button icon="again" onClick={() => location.reload()}>
            {t.reload}
          </Button>
        </Empty>
      )}
    </main>
  )
}
