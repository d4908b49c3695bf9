import { useNavigate } from '@tanstack/react-router'
import type { Command } from '../../../lib/keyboard/commands.ts'
import { useWords } from '../../../lib/words/words.ts'
import { navWords } from './nav.words.ts'

export function useOutboxCommand(group: string): Command {
  const t = useWords(navWords)
  const navigate = useNavigate()
  return {
    id: 'go-outbox',
    title: t.title,
    group,
    keys: ['g o'],
    icon: 'up-right',
    run: () => void navigate({ to: '/outbox' }),
  }
}
