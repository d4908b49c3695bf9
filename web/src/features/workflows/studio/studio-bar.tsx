import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { client } from '../../../api/client.ts'
import { faultText } from '../../../api/fault-text.ts'
import { reread } from '../../../api/read.ts'
import { useWords } from '../../../lib/words/words.ts'
import { IconButton } from '../../../ui/button.tsx'
import { Icon, type IconName } from '../../../ui/icon.tsx'
import { showToast } from '../../../ui/toasts.tsx'
import type { Detail } from './document/graph.types.ts'
import { redo, type SaveState, undo, useStudio } from './document/studio.store.ts'
import { studioWords } from './studio.words.ts'
import { LiveTag } from './studio-actions.tsx'

const saveIcons: Record<SaveState, { icon: IconName; look: string }> = {
  saved: { icon: 'check', look: 'muted' },
  unsaved: { icon: 'pen', look: 'muted' },
  saving: { icon: 'running', look: 'muted' },
  offline: { icon: 'plug-off', look: 'warn' },
  refused: { icon: 'warning', look: 'bad' },
  conflict: { icon: 'warning', look: 'bad' },
}

function SaveMark({ workflow, onConflict }: { workflow: Detail; onConflict(): void }) {
  const t = useWords(studioWords).save
  const save = useStudio((state) => state.save)
  const refusal = useStudio((state) => state.refusal)
  const { icon, look } = saveIcons[save]
  const isBehind = workflow.published && workflow.draftVersion !== null
  const inside = (
    <>
      <Icon name={icon} size={14} />
      <span>{save === 'saved' && isBehind ? t.notLive : t[save]}</span>
    </>
  )
  if (save === 'conflict')
    return (
      <button type="button" className="st-save bad" onClick={onConflict}>
        {inside}
      </button>
    )
  return (
    <span className={`st-save ${look}`} role="status" title={refusal}>
      {inside}
    </span>
  )
}

/** The name, changed in place. */
function NameField({ workflow }: { workflow: Detail }) {
  const t = useWords(studioWords)
  const [name, setName] = useState(workflow.name)
  useEffect(() => setName(workflow.name), [workflow.name])
  const rename = async () => {
    const wanted = name.trim()
    if (wanted === workflow.name) return
    if (!wanted) return setName(workflow.name)
    try {
      await client.workflows.update({ params: { id: workflow.id }, body: { name: wanted } })
      await reread(['workflows'])
    } catch (error) {
      setName(workflow.name)
      showToast({ icon: 'warning', text: faultText(error), isFault: true })
    }
  }
  return (
    <h1 className="st-title">
      <input
        aria-label={t.name}
        value={name}
        size={Math.max(8, name.length)}
        maxLength={200}
        onChange={({ target }) => setName(target.value)}
        onBlur={() => void rename()}
        onKeyDown={({ key, currentTarget }) => key === 'Enter' && currentTarget.blur()}
      />
    </h1>
  )
}

type StudioBarProps = { workflow: Detail; onConflict(): void; children: React.ReactNode }

export function StudioBar({ workflow, onConflict, children }: StudioBarProps) {
  const t = useWords(studioWords)
  const canUndo = useStudio((state) => state.past.length > 0)
  const canRedo = useStudio((state) => state.future.length > 0)
  return (
    <div className="bar st-bar">
      <Link className="st-back muted" to="/workflows" aria-label={t.workflows}>
        <Icon name="left" />
        <span>{t.workflows}</span>
      </Link>
      <NameField workflow={workflow} />
      <LiveTag workflow={workflow} />
      <SaveMark workflow={workflow} onConflict={onConflict} />
      <span className="push row">
        <span className="group">
          <IconButton icon="undo" label={t.undo} keys="mod+z" disabled={!canUndo} onClick={undo} />
          <IconButton icon="redo" label={t.redo} keys="mod+shift+z" disabled={!canRedo} onClick={redo} />
        </span>
        {children}
      </span>
    </div>
  )
}
