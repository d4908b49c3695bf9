import { Link, useRouterState } from '@tanstack/react-router'
import { useWords } from '../../lib/words/words.ts'
import { Icon } from '../../ui/icon.tsx'
import { accountWords } from './account.words.ts'

const places = /^\/(account|mailboxes|contacts|signatures|sending|journal)(\/|$)/

/** The settings in the navigation. */
export function SettingsRow() {
  const t = useWords(accountWords)
  const isHere = useRouterState({ select: ({ location }) => places.test(location.pathname) })
  return (
    <Link
      className="nav-row"
      to="/account"
      title={t.settings}
      activeProps={{}}
      aria-current={isHere ? 'page' : undefined}
    >
      <Icon name="sliders" />
      <span className="nav-word">{t.settings}</span>
    </Link>
  )
}
