import { useNavigate } from '@tanstack/react-router'
import { faultText } from '../../../api/fault-text.ts'
import { useCommands } from '../../../lib/keyboard/commands.ts'
import { useWords } from '../../../lib/words/words.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { showToast } from '../../../ui/toasts.tsx'
import GraphDifference from '../difference/graph-difference.tsx'
import { resolve } from './document/auto-save.ts'
import { useStudio } from './document/studio.store.ts'
import { studioWords } from './studio.words.ts'

/** Somebody else saved meanwhile. Nothing is overwritten before the member has chosen. */
export default function ConflictDialog({ onClose }: { onClose(): void }) {
  const t = useWords(studioWords).conflict
  const theirs = useStudio((state) => state.theirs)
  const graph = useStudio((state) => state.graph)
  const navigate = useNavigate()
  useCommands([], { isModal: true })
  if (!theirs) return null
  const choices = [
    { id: 'mine', label: t.mine, text: t.mineText, run: resolve.keepMine },
    { id: 'theirs', label: t.theirs, text: t.theirsText, run: resolve.takeTheirs },
    {
      id: 'copy',
      label: t.copy,
      text: t.copyText,
      run: async () => {
        try {
          const id = await resolve.saveCopy(t.copyName(theirs.name))
          await navigate({ to: '/workflows/$workflowId', params: { workflowId: id } })
        } catch (error) {
          showToast({ icon: 'warning', text: faultText(error), isFault: true })
        }
      },
    },
  ]
  return (
    <Dialog title={t.title} className="dialog st-compare" onClose={onClose}>
      <div className="body">
        <p>{t.text}</p>
        <h3 className="label">{t.differences}</h3>
        <GraphDifference before={theirs.graph} after={graph} />
        <ul className="st-choices">
          {choices.map(({ id, label, text, run }) => (
            <li key={id}>
              <Button onClick={() => void run()}>{label}</Button>
              <span className="muted xs">{text}</span>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  )
}
