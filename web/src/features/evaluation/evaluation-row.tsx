import { useNavigate } from '@tanstack/react-router'
import { useWords } from '../../lib/words/words.ts'
import { NavRow } from '../../ui/nav-row.tsx'
import { navWords } from './nav.words.ts'

export function EvaluationRow({ group }: { group: string }) {
  const t = useWords(navWords)
  const navigate = useNavigate()
  const onGo = () => void navigate({ to: '/evaluation' })
  return <NavRow to="/evaluation" icon="measure" name={t.title} keys="g q" group={group} onGo={onGo} />
}
