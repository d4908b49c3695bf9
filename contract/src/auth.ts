import { MemberSelf } from './members.ts'
import { publicAccess, route, sessionAccess } from './route.ts'
import { boolean, email, name, object, text } from './schema.ts'

const Signed = object({ member: MemberSelf })
const password = () => text(12, 256)

/** Sign-in and sign-out, first-run set-up and accepting invitations. All open details. */
export const auth = {
  login: route({
    method: 'POST',
    path: '/api/v1/auth/login',
    access: publicAccess,
    title: { en: 'Sign in', fr: 'Se connecter' },
    openDetail: true,
    limitedByAddress: 'signIn',
    body: object({ email: text(1, 320), password: text(1, 256) }),
    status: 200,
    reply: Signed,
    errors: ['auth.invalid_credentials', 'auth.forbidden'],
  }),
  logout: route({
    method: 'POST',
    path: '/api/v1/auth/logout',
    access: sessionAccess,
    title: { en: 'Sign out', fr: 'Se déconnecter' },
    openDetail: true,
    status: 204,
  }),
  setupStatus: route({
    method: 'GET',
    path: '/api/v1/auth/setup',
    access: publicAccess,
    title: {
      en: 'Check whether the instance needs set-up',
      fr: "Vérifier si l'instance reste à configurer",
    },
    openDetail: true,
    status: 200,
    reply: object({ required: boolean() }),
  }),
  setup: route({
    method: 'POST',
    path: '/api/v1/auth/setup',
    access: publicAccess,
    title: { en: 'Create the first administrator', fr: 'Créer le premier administrateur' },
    openDetail: true,
    limitedByAddress: 'signIn',
    body: object({ token: text(1, 200), email: email(), name: name(1, 200), password: password() }),
    status: 201,
    reply: Signed,
    errors: ['auth.invalid_token', 'auth.setup_closed', 'auth.weak_password', 'auth.forbidden'],
  }),
  acceptInvitation: route({
    method: 'POST',
    path: '/api/v1/auth/invitations/accept',
    access: publicAccess,
    title: { en: 'Accept an invitation', fr: 'Accepter une invitation' },
    openDetail: true,
    limitedByAddress: 'signIn',
    body: object({ token: text(1, 200), name: name(1, 200), password: password() }),
    status: 201,
    reply: Signed,
    errors: ['auth.invalid_token', 'auth.weak_password', 'governance.member_exists', 'auth.forbidden'],
  }),
}
