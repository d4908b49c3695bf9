import { useNavigate } from '@tanstack/react-router'
import { useWords } from '../../lib/words/words.ts'
import { NavRow } from '../../ui/nav-row.tsx'
import { navWords } from './nav.words.ts'

export function TablesRow({ group }: { group: string }) {
  const t = useWords(navWords)
  const navigate = useNavigate()
  const onGo = () => void navigate({ to: '/tables' })
  return <NavRow to="/tables" icon="table" name={t.title} keys="g k" group={group} onGo={onGo} />
}
