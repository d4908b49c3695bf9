import { useNavigate } from '@tanstack/react-router'
import { useWords } from '../../lib/words/words.ts'
import { NavRow } from '../../ui/nav-row.tsx'
import { navWords } from './nav.words.ts'

export function DashboardRow({ group }: { group: string }) {
  const t = useWords(navWords)
  const navigate = useNavigate()
  const onGo = () => void navigate({ to: '/dashboard' })
  return <NavRow to="/dashboard" icon="board" name={t.title} keys="g v" group={group} onGo={onGo} />
}
