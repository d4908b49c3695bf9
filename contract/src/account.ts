import { IngestionScope, NewIngestionScope } from './ingestion-scope.ts'
import { MemberSelf } from './members.ts'
import { ids, keyAccess, route, sessionAccess } from './route.ts'
import {
  boolean,
  choice,
  dateTime,
  list,
  name,
  named,
  nullable,
  object,
  openDetail,
  optional,
  string,
  text,
  uuid,
  withDefault,
} from './schema.ts'

export const Locale = choice('fr', 'en')
export const Settings = named(
  'Settings',
  object({
    locale: optional(Locale),
    theme: optional(choice('light', 'dark', 'system')),
    themeName: optional(choice('classic', 'meridian', 'atelier')),
  }),
)

export const DispatchPolicy = named('DispatchPolicy', object({ mode: choice('all', 'priority') }))

export const Session = openDetail(
  named(
    'Session',
    object({
      id: uuid(),
      createdAt: dateTime(),
      lastSeenAt: dateTime(),
      expiresAt: dateTime(),
      ip: nullable(string()),
      userAgent: nullable(string()),
      current: boolean(),
    }),
  ),
)

export const account = {
  read: route({
    method: 'GET',
    path: '/api/v1/me',
    access: keyAccess('profile:read'),
    title: { en: 'Read my account', fr: 'Lire mon compte' },
    openDetail: true,
    status: 200,
    reply: object({ member: MemberSelf, settings: Settings }),
  }),
  rename: route({
    method: 'PATCH',
    path: '/api/v1/me',
    access: keyAccess('profile:write'),
    title: { en: 'Change my name', fr: 'Changer mon nom' },
    body: object({ name: name(1, 200) }),
    badRequest: 'auth.invalid_settings',
    status: 200,
    reply: object({ member: MemberSelf }),
  }),
  changeSettings: route({
    method: 'PATCH',
    path: '/api/v1/me/settings',
    access: keyAccess('profile:write'),
    title: { en: 'Change my preferences', fr: 'Changer mes préférences' },
    description: {
      en: 'Only the given keys change.',
      fr: 'Seules les clés fournies changent.',
    },
    body: Settings,
    badRequest: 'auth.invalid_settings',
    status: 200,
    reply: object({ settings: Settings }),
  }),
  changePassword: route({
    method: 'POST',
    path: '/api/v1/me/password',
    access: sessionAccess,
    title: { en: 'Change my password', fr: 'Changer mon mot de passe' },
    limitedByAddress: 'signIn',
    body: object({
      currentPassword: text(1, 256),
      newPassword: text(12, 256),
      revokeOtherSessions: withDefault(boolean(), true),
    }),
    status: 204,
    errors: ['auth.weak_password', 'auth.invalid_credentials', 'auth.invalid_current_password'],
  }),
  listSessions: route({
    method: 'GET',
    path: '/api/v1/me/sessions',
    access: sessionAccess,
    title: { en: 'List my active sessions', fr: 'Lister mes sessions actives' },
    openDetail: true,
    status: 200,
    reply: object({ sessions: list(Session) }),
  }),
  endSession: route({
    method: 'DELETE',
    path: '/api/v1/me/sessions/{id}',
    access: sessionAccess,
    title: { en: 'End one of my sessions', fr: "Mettre fin à l'une de mes sessions" },
    openDetail: true,
    params: ids('id'),
    status: 204,
    notFound: 'auth.session_not_found',
  }),
  readScope: route({
    method: 'GET',
    path: '/api/v1/scope',
    access: keyAccess('profile:read'),
    title: { en: 'Read my ingestion scope', fr: "Lire mon périmètre d'ingestion" },
    status: 200,
    reply: object({ scope: IngestionScope }),
  }),
  replaceScope: route({
    method: 'PUT',
    path: '/api/v1/scope',
    access: keyAccess('profile:write'),
    title: { en: 'Replace my ingestion scope', fr: "Remplacer mon périmètre d'ingestion" },
    description: {
      en: 'Applies to new mail only. Entries that no sender can match are refused with their place.',
      fr: "S'applique uniquement au nouveau courrier. Les entrées qui ne peuvent correspondre à aucun expéditeur sont refusées, avec leur position.",
    },
    body: NewIngestionScope,
    status: 200,
    reply: object({ scope: IngestionScope }),
    errors: ['governance.not_found'],
  }),
  readDispatchPolicy: route({
    method: 'GET',
    path: '/api/v1/dispatch-policy',
    access: keyAccess('profile:read'),
    title: { en: 'Read my dispatch policy', fr: 'Lire ma politique de déclenchement' },
    status: 200,
    reply: object({ policy: DispatchPolicy }),
  }),
  replaceDispatchPolicy: route({
    method: 'PUT',
    path: '/api/v1/dispatch-policy',
    access: keyAccess('profile:write'),
    title: { en: 'Replace my dispatch policy', fr: 'Remplacer ma politique de déclenchement' },
    description: {
      en: '`all` runs every matching workflow; `priority` runs only the one with the highest priority.',
      fr: '`all` lance tous les workflows concernés ; `priority` ne lance que le plus prioritaire.',
    },
    body: DispatchPolicy,
    status: 200,
    reply: object({ policy: DispatchPolicy }),
    errors: ['governance.not_found'],
  }),
}
