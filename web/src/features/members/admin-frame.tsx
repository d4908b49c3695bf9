import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useRouterState } from '@tanstack/react-router'
import { apiWords } from '../../api/api.words.ts'
import { useWords } from '../../lib/words/words.ts'
import { Empty } from '../../ui/empty.tsx'
import { Sections } from '../../ui/sections.tsx'
import { useAccount } from '../account/index.ts'
import { administrationWords } from './administration.words.ts'
import { invitationsQuery, membersQuery } from './members.queries.ts'

/** Also shown to somebody who was an administrator a moment ago. */
function AdministratorsOnly() {
  const t = useWords(administrationWords)
  const { home } = useWords(apiWords)
  return (
    <>
      <h1 className="sr">{t.title}</h1>
      <Empty icon="shield" title={t.onlyTitle} text={t.onlyText}>
        <Link className="btn" to="/mail/$folder" params={{ folder: 'inbox' }}>
          {home}
        </Link>
      </Empty>
    </>
  )
}

function AdminSections() {
  const t = useWords(administrationWords)
  const pathname = useRouterState({ select: ({ location }) => location.pathname })
  const members = useQuery(membersQuery).data?.members.length
  const invitations = useQuery(invitationsQuery).data?.invitations.length
  return (
    <Sections
      title={t.title}
      home="/admin"
      back={t.back}
      isHome={pathname === '/admin'}
      groups={[
        {
          title: t.people,
          links: [
            { to: '/admin/members', label: t.pages.members, icon: 'people', count: members },
            { to: '/admin/invitations', label: t.pages.invitations, icon: 'mail', count: invitations },
          ],
        },
        {
          title: t.service,
          links: [
            { to: '/admin/sending', label: t.pages.sending, icon: 'sent' },
            { to: '/admin/excluded-senders', label: t.pages.scope, icon: 'eye-off' },
            { to: '/admin/ai', label: t.pages.ai, icon: 'quill' },
            { to: '/admin/branding', label: t.pages.branding, icon: 'palette' },
          ],
        },
        {
          title: t.oversight,
          links: [{ to: '/admin/audit', label: t.pages.audit, icon: 'scroll' }],
        },
      ]}
    >
      <Outlet />
    </Sections>
  )
}

/** The list of the administration beside one of its pages. */
export default function AdminFrame() {
  const role = useAccount()?.member.role
  if (!role) return null
  return role === 'admin' ? <AdminSections /> : <AdministratorsOnly />
}
