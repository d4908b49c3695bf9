import { useCommands } from '../../../lib/keyboard/commands.ts'
import { useWords } from '../../../lib/words/words.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { messageWords } from '../messages.words.ts'
import { type Deceit, openLink } from './links.ts'

/** Asks before a link is followed whose text names another address. */
export default function LinkQuestion({ deceit, onClose }: { deceit: Deceit; onClose(): void }) {
  const t = useWords(messageWords)
  useCommands([], { isModal: true })
  return (
    <Dialog title={t.message.linkTitle} onClose={onClose}>
      <p className="body">{t.message.linkText(deceit.shown, deceit.real)}</p>
      <footer>
        <Button onClick={onClose}>{t.confirmDelete.no}</Button>
        <Button
          kind="danger"
          onClick={() => {
            onClose()
            openLink(deceit.href)
          }}
        >
          {t.message.linkOpen}
        </Button>
      </footer>
    </Dialog>
  )
}
