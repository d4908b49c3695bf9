import { useWords } from '../../../lib/words/words.ts'
import { Button } from '../../../ui/button.tsx'
import { ChosenBar } from '../../../ui/chosen-bar.tsx'
import { runWords } from '../executions.words.ts'

type SelectionBarProps = {
  count: number
  cancellable: number
  retryable: number
  onCancel(): void
  onRetry(): void
  onClear(): void
}

/** What can be done with the selected runs. */
export function SelectionBar({
  count,
  cancellable,
  retryable,
  onCancel,
  onRetry,
  onClear,
}: SelectionBarProps) {
  const t = useWords(runWords)
  return (
    <ChosenBar text={t.selected(count)} clear={t.clear} onClear={onClear}>
      <Button size="small" icon="again" disabled={retryable === 0} onClick={onRetry}>
        {t.retryShort}
        {retryable > 0 && <span className="num">{retryable}</span>}
      </Button>
      <Button size="small" icon="stop" disabled={cancellable === 0} onClick={onCancel}>
        {t.cancel}
        {cancellable > 0 && <span className="num">{cancellable}</span>}
      </Button>
    </ChosenBar>
  )
}
