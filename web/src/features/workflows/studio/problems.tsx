import { useWords } from '../../../lib/words/words.ts'
import { Icon } from '../../../ui/icon.tsx'
import { KeyCaps } from '../../../ui/key-caps.tsx'
import { select, useStudio } from './document/studio.store.ts'
import { focusStep } from './document/use-edit-commands.ts'
import { studioWords } from './studio.words.ts'

export function goToStep(id: string) {
  select([id])
  focusStep(id)
}

/** The step of the next problem after the one chosen. */
export function goToNextProblem() {
  const { issues, selection } = useStudio.getState()
  const ids = [...new Set(issues.flatMap(({ nodeId }) => (nodeId ? [nodeId] : [])))]
  const next = ids[(ids.indexOf(selection[0] ?? '') + 1) % Math.max(1, ids.length)]
  if (next) goToStep(next)
}

/** What prevents publishing, or deserves attention, in words. */
export function Problems() {
  const t = useWords(studioWords)
  const issues = useStudio((state) => state.issues)
  const nodes = useStudio((state) => state.graph.nodes)
  const nameOf = (id: string | null) => nodes.find((step) => step.id === id)?.name
  const errors = issues.filter(({ severity }) => severity === 'error').length
  return (
    <section className="st-problems" aria-label={t.problems}>
      <h2>
        {t.problems} <span className={`count ${errors > 0 ? 'bad' : ''}`}>{issues.length}</span>
        <span className="push">
          <KeyCaps keys="F8" />
        </span>
      </h2>
      {issues.length === 0 && <p className="muted xs">{t.noProblems}</p>}
      <ul>
        {issues.map(({ nodeId, code, message, severity, path }) => (
          <li key={`${nodeId} ${code} ${path}`}>
            <button type="button" disabled={!nodeId} onClick={() => nodeId && goToStep(nodeId)}>
              <Icon name="warning" size={14} className={severity === 'error' ? 'bad' : 'warn'} />
              <span>
                {nameOf(nodeId) && <b>{nameOf(nodeId)}: </b>}
                {message}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
