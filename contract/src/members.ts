import { IngestionScope, NewIngestionScope } from './ingestion-scope.ts'
import { adminAccess, ids, route } from './route.ts'
import {
  boolean,
  choice,
  dateTime,
  email,
  integer,
  list,
  named,
  nullable,
  object,
  string,
  uri,
  uuid,
  withDefault,
} from './schema.ts'

export const Role = choice('member', 'admin')
export const MemberStatus = choice('active', 'suspended')

/** A member as administrators see them. */
export const Member = named(
  'Member',
  object({
    id: uuid(),
    email: string(),
    name: string(),
    role: Role,
    status: MemberStatus,
    mailboxCount: integer(0),
    publishedWorkflowCount: integer(0),
    createdAt: dateTime(),
  }),
)

/** A member as they see themselves. */
export const MemberSelf = named(
  'MemberSelf',
  object({ id: uuid(), email: string(), name: string(), role: Role, status: MemberStatus }),
)

export const Invitation = named(
  'Invitation',
  object({
    id: uuid(),
    email: string(),
    role: Role,
    expiresAt: dateTime(),
    createdAt: dateTime(),
    invitedBy: nullable(uuid()),
    expired: boolean(),
  }),
)

const MemberReply = object({ member: Member })
const base = '/api/v1/admin/members'

export const members = {
  list: route({
    method: 'GET',
    path: base,
    access: adminAccess('admin:read'),
    title: { en: 'List members', fr: 'Lister les membres' },
    status: 200,
    reply: object({ members: list(Member) }),
  }),
  changeRole: route({
    method: 'PATCH',
    path: `${base}/{id}`,
    access: adminAccess('admin:write'),
    title: { en: "Change a member's role", fr: "Changer le rôle d'un membre" },
    description: {
      en: 'The last active administrator cannot be demoted.',
      fr: 'Le dernier administrateur actif ne peut pas être rétrogradé.',
    },
    params: ids('id'),
    body: object({ role: Role }),
    status: 200,
    reply: MemberReply,
    notFound: 'governance.not_found',
    errors: ['governance.last_admin'],
  }),
  deactivate: route({
    method: 'POST',
    path: `${base}/{id}/deactivate`,
    access: adminAccess('admin:write'),
    title: { en: 'Deactivate a member', fr: 'Désactiver un membre' },
    description: {
      en: 'Ends their sessions, disconnects their mailboxes and unpublishes their workflows.',
      fr: 'Met fin à ses sessions, déconnecte ses boîtes et dépublie ses workflows.',
    },
    params: ids('id'),
    status: 200,
    reply: object({
      member: Member,
      effects: object({
        sessionsRevoked: integer(0),
        mailboxesPaused: integer(0),
        workflowsUnpublished: integer(0),
      }),
    }),
    notFound: 'governance.not_found',
    errors: ['governance.self_target', 'governance.last_admin'],
  }),
  reactivate: route({
    method: 'POST',
    path: `${base}/{id}/reactivate`,
    access: adminAccess('admin:write'),
    title: { en: 'Reactivate a member', fr: 'Réactiver un membre' },
    description: {
      en: 'Mailboxes stay disconnected and workflows unpublished.',
      fr: 'Les boîtes restent déconnectées et les workflows dépubliés.',
    },
    params: ids('id'),
    status: 200,
    reply: MemberReply,
    notFound: 'governance.not_found',
  }),
  listInvitations: route({
    method: 'GET',
    path: `${base}/invitations`,
    access: adminAccess('admin:read'),
    title: { en: 'List invitations', fr: 'Lister les invitations' },
    status: 200,
    reply: object({ invitations: list(Invitation) }),
  }),
  invite: route({
    method: 'POST',
    path: `${base}/invitations`,
    access: adminAccess('admin:write'),
    title: { en: 'Invite a member', fr: 'Inviter un membre' },
    description: {
      en: 'No email is sent; share the link yourself. The token is shown only once, in this reply.',
      fr: "Aucun e-mail n'est envoyé ; transmettez le lien vous-même. Le jeton n'est affiché qu'une fois, dans cette réponse.",
    },
    body: object({ email: email(), role: withDefault(Role, 'member') }),
    status: 201,
    reply: object({ invitation: Invitation, acceptUrl: uri(), token: string() }),
    errors: ['governance.member_exists', 'governance.invitation_exists'],
  }),
  withdrawInvitation: route({
    method: 'DELETE',
    path: `${base}/invitations/{id}`,
    access: adminAccess('admin:write'),
    title: { en: 'Withdraw an invitation', fr: 'Annuler une invitation' },
    openDetail: true,
    params: ids('id'),
    status: 204,
    notFound: 'governance.invitation_not_found',
  }),
  readScope: route({
    method: 'GET',
    path: '/api/v1/admin/scope',
    access: adminAccess('admin:read'),
    title: {
      en: "Read the organisation's ingestion scope",
      fr: "Lire le périmètre d'ingestion de l'organisation",
    },
    openDetail: true,
    status: 200,
    reply: object({ scope: IngestionScope }),
  }),
  replaceScope: route({
    method: 'PUT',
    path: '/api/v1/admin/scope',
    access: adminAccess('admin:write'),
    title: {
      en: "Replace the organisation's ingestion scope",
      fr: "Remplacer le périmètre d'ingestion de l'organisation",
    },
    description: {
      en: "Applies before every member's own scope. Applies to new mail only.",
      fr: "S'applique avant celui de chaque membre. S'applique uniquement au nouveau courrier.",
    },
    openDetail: true,
    body: NewIngestionScope,
    status: 200,
    reply: object({ scope: IngestionScope }),
  }),
}
