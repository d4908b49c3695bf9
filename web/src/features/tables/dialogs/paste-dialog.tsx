import { useCommands } from '../../../lib/keyboard/commands.ts'
import { useWords } from '../../../lib/words/words.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import type { PastePlan } from '../grid/plan-paste.ts'
import { tableWords } from '../tables.words.ts'

const maxListed = 50

type PasteDialogProps = { plan: PastePlan; onClose(): void; onPaste(plan: PastePlan): void }

/** Lists what does not fit before anything is pasted. */
export default function PasteDialog({ plan, onClose, onPaste }: PasteDialogProps) {
  const t = useWords(tableWords)
  useCommands([], { isModal: true })
  return (
    <Dialog title={t.pasteTitle(plan.problems.length)} className="dialog wide" onClose={onClose}>
      <div className="body table-form">
        <ul className="paste-problems">
          {plan.problems.slice(0, maxListed).map(({ line, column, text, problem }) => (
            <li key={`${line} ${column}`}>
              {t.pasteLine(String(line), column, text.slice(0, 60), t.problems[problem])}
            </li>
          ))}
        </ul>
        <p>{t.pasteText}</p>
      </div>
      <footer>
        <Button onClick={onClose}>{t.cancel}</Button>
        <Button kind="primary" onClick={() => onPaste(plan)}>
          {t.pasteRest}
        </Button>
      </footer>
    </Dialog>
  )
}
