import { useNavigate } from '@tanstack/react-router'
import { useWords } from '../../lib/words/words.ts'
import { NavRow } from '../../ui/nav-row.tsx'
import { useFailedCount } from './executions.queries.ts'
import { navWords } from './nav.words.ts'

export function RunsRow({ group }: { group: string }) {
  const t = useWords(navWords)
  const navigate = useNavigate()
  const failed = useFailedCount()
  return (
    <NavRow
      to="/runs"
      icon="runs"
      name={t.title}
      keys="g x"
      group={group}
      onGo={() => void navigate({ to: '/runs' })}
    >
      {failed > 0 && <i>{t.failed(failed)}</i>}
    </NavRow>
  )
}
