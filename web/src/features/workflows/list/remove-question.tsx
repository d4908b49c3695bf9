import { useCommands } from '../../../lib/keyboard/commands.ts'
import { useWords } from '../../../lib/words/words.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import type { Workflow } from '../workflows.queries.ts'
import { listWords } from './list.words.ts'

type RemoveQuestionProps = { workflow: Workflow; onRemove(): void; onClose(): void }

export default function RemoveQuestion({ workflow, onRemove, onClose }: RemoveQuestionProps) {
  const t = useWords(listWords).confirm
  useCommands([], { isModal: true })
  return (
    <Dialog title={t.title(workflow.name)} onClose={onClose}>
      <p className="body">{workflow.published ? t.live : t.text}</p>
      <footer>
        <Button onClick={onClose}>{t.no}</Button>
        <Button kind="danger" className="solid" onClick={onRemove}>
          {t.yes}
        </Button>
      </footer>
    </Dialog>
  )
}
