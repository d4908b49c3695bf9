import { useNavigate } from '@tanstack/react-router'
import { useAccount } from '../features/account/index.ts'
import type { Command } from '../lib/keyboard/commands.ts'
import { useWords } from '../lib/words/words.ts'
import { appWords } from './app.words.ts'

/** Commands that lead to notifications, settings and administration. */
export function useAroundPlaces(): Command[] {
  const { goTo, places: t } = useWords(appWords)
  const navigate = useNavigate()
  const isAdmin = useAccount()?.member.role === 'admin'
  const go = (id: string, title: string, icon: string, run: () => Promise<void>, keys?: string): Command => ({
    id: `go-${id}`,
    title,
    group: goTo,
    icon,
    ...(keys && { keys: [keys] }),
    run: () => void run(),
  })
  return [
    go('notifications', t.notifications, 'bell', () => navigate({ to: '/notifications' }), 'g n'),
    go('settings', t.settings, 'sliders', () => navigate({ to: '/account' }), 'g ,'),
    go('mailboxes', t.mailboxes, 'mailbox', () => navigate({ to: '/mailboxes' }), 'g b'),
    go('contacts', t.contacts, 'people', () => navigate({ to: '/contacts' }), 'g c'),
    go('signatures', t.signatures, 'pen', () => navigate({ to: '/signatures' })),
    go('sending', t.sending, 'sent', () => navigate({ to: '/sending' }), 'g l'),
    go('journal', t.journal, 'log', () => navigate({ to: '/journal' }), 'g j'),
    go('keys', t.keys, 'key', () => navigate({ to: '/account/api-keys' })),
    go('sessions', t.sessions, 'device', () => navigate({ to: '/account/sessions' })),
    ...(isAdmin
      ? [
          go('administration', t.administration, 'shield', () => navigate({ to: '/admin' }), 'g m'),
          go('invitations', t.invitations, 'mail', () => navigate({ to: '/admin/invitations' })),
          go('audit', t.audit, 'scroll', () => navigate({ to: '/admin/audit' })),
          go('sending-switch', t.sendingSwitch, 'held', () => navigate({ to: '/admin/sending' })),
          go('branding', t.branding, 'palette', () => navigate({ to: '/admin/branding' })),
        ]
      : []),
  ]
}
