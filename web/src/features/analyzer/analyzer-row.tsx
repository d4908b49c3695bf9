import { useNavigate } from '@tanstack/react-router'
import { useWords } from '../../lib/words/words.ts'
import { NavRow } from '../../ui/nav-row.tsx'
import { navWords } from './nav.words.ts'

export function AnalyzerRow({ group }: { group: string }) {
  const t = useWords(navWords)
  const navigate = useNavigate()
  const onGo = () => void navigate({ to: '/analyzer' })
  return <NavRow to="/analyzer" icon="analyse" name={t.title} keys="g z" group={group} onGo={onGo} />
}
