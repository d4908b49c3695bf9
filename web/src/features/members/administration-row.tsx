import { Link, useRouterState } from '@tanstack/react-router'
import { useWords } from '../../lib/words/words.ts'
import { Icon } from '../../ui/icon.tsx'
import { useAccount } from '../account/index.ts'
import { administrationWords } from './administration.words.ts'

/** The administration in the navigation of administrators. */
export function AdministrationRow() {
  const t = useWords(administrationWords)
  const isAdmin = useAccount()?.member.role === 'admin'
  const isHere = useRouterState({ select: ({ location }) => /^\/admin(\/|$)/.test(location.pathname) })
  if (!isAdmin) return null
  return (
    <Link
      className="nav-row"
      to="/admin"
      title={t.title}
      activeProps={{}}
      aria-current={isHere ? 'page' : undefined}
    >
      <Icon name="shield" />
      <span className="nav-word">{t.title}</span>
    </Link>
  )
}
