import { useState } from 'react'
import { useCommands } from '../../lib/keyboard/commands.ts'
import { useTypedAhead } from '../../lib/typed-ahead.ts'
import { useWords } from '../../lib/words/words.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { reviewWords } from './review.words.ts'

/** Asks why a draft is rejected; the answer may be empty. */
export default function RejectQuestion({
  onReject,
  onClose,
}: {
  onReject(why: string): void
  onClose(): void
}) {
  const t = useWords(reviewWords)
  const [why, setWhy] = useState('')
  useTypedAhead(setWhy)
  useCommands([], { isModal: true })
  return (
    <Dialog title={t.rejectTitle} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onReject(why.trim())
        }}
      >
        <div className="body">
          <p>{t.rejectText}</p>
          <Field
            label={t.reason}
            autoFocus
            maxLength={500}
            value={why}
            onChange={({ target }) => setWhy(target.value)}
          />
        </div>
        <footer>
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button kind="primary" type="submit" keys="Enter">
            {t.reject}
          </Button>
        </footer>
      </form>
    </Dialog>
  )
}
