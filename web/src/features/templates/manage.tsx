import { useState } from 'react'
import { client } from '../../api/client.ts'
import { faultText } from '../../api/fault-text.ts'
import { reread } from '../../api/read.ts'
import { useCommands } from '../../lib/keyboard/commands.ts'
import { useWords } from '../../lib/words/words.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { showToast } from '../../ui/toasts.tsx'
import type { Template } from './templates.queries.ts'
import { templateWords } from './templates.words.ts'

async function attempt(act: () => Promise<unknown>) {
  try {
    await act()
    await reread(['templates'])
    return true
  } catch (error) {
    showToast({ icon: 'warning', text: faultText(error), isFault: true })
    return false
  }
}

function RemoveQuestion({
  template,
  onYes,
  onClose,
}: {
  template: Template
  onYes(): void
  onClose(): void
}) {
  const t = useWords(templateWords)
  useCommands([], { isModal: true })
  return (
    <Dialog title={t.removeTitle(template.name)} onClose={onClose}>
      <p className="body">{t.removeText}</p>
      <footer>
        <Button onClick={onClose}>{t.cancel}</Button>
        <Button kind="danger" className="solid" onClick={onYes}>
          {t.remove}
        </Button>
      </footer>
    </Dialog>
  )
}

/** What administrators do with a template. Those that came with the product can only be switched off. */
export function Manage({ template, onRemoved }: { template: Template; onRemoved(): void }) {
  const t = useWords(templateWords)
  const [isAsking, setIsAsking] = useState(false)
  const { id, enabled, createdBy } = template
  const remove = async () => {
    setIsAsking(false)
    if (!(await attempt(() => client.templates.remove({ params: { id } })))) return
    showToast({ icon: 'bin', text: t.removed })
    onRemoved()
  }
  return (
    <div className="section tp-manage">
      <h3 className="head">{t.manage}</h3>
      <div className="choice">
        <button
          type="button"
          className="switch"
          role="switch"
          aria-checked={enabled}
          aria-label={t.enable}
          onClick={() =>
            void attempt(() => client.templates.update({ params: { id }, body: { enabled: !enabled } }))
          }
        />
        <span>{t.enable}</span>
      </div>
      {createdBy !== null && (
        <Button size="small" kind="danger" icon="bin" onClick={() => setIsAsking(true)}>
          {t.remove}
        </Button>
      )}
      {isAsking && (
        <RemoveQuestion template={template} onYes={() => void remove()} onClose={() => setIsAsking(false)} />
      )}
    </div>
  )
}
