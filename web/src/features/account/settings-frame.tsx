import { Outlet, useRouterState } from '@tanstack/react-router'
import { useWords } from '../../lib/words/words.ts'
import { Sections } from '../../ui/sections.tsx'
import { settingsWords } from './settings.words.ts'
import './settings.css'

/** The list of settings beside one of their pages. */
export default function SettingsFrame() {
  const t = useWords(settingsWords)
  const pathname = useRouterState({ select: ({ location }) => location.pathname })
  const p = t.pages
  return (
    <Sections
      title={t.title}
      home="/account"
      back={t.back}
      isHome={pathname === '/account'}
      groups={[
        {
          title: t.you,
          links: [
            { to: '/account/profile', label: p.profile, icon: 'person' },
            { to: '/account/appearance', label: p.appearance, icon: 'palette' },
            { to: '/account/password', label: p.password, icon: 'lock' },
            { to: '/account/sessions', label: p.sessions, icon: 'device' },
            { to: '/account/notifications', label: p.notifications, icon: 'bell' },
          ],
        },
        {
          title: t.mail,
          links: [
            { to: '/mailboxes', label: p.mailboxes, icon: 'mailbox' },
            { to: '/signatures', label: p.signatures, icon: 'pen' },
            { to: '/contacts', label: p.contacts, icon: 'people' },
            { to: '/account/excluded-senders', label: p.scope, icon: 'eye-off' },
            { to: '/sending', label: p.sending, icon: 'sent' },
            { to: '/journal', label: p.journal, icon: 'log' },
          ],
        },
        {
          title: t.automation,
          links: [
            { to: '/account/workflow-order', label: p.dispatch, icon: 'flow' },
            { to: '/account/api-keys', label: p.keys, icon: 'key' },
          ],
        },
      ]}
    >
      <Outlet />
    </Sections>
  )
}
