import { ids, keyAccess, route } from './route.ts'
import { boolean, choice, list, name, named, object, optional, string, text, withDefault } from './schema.ts'

export const OwnerScope = choice('member', 'org')

export const Signature = named(
  'Signature',
  object({
    id: string(),
    scope: OwnerScope,
    name: string(),
    bodyText: string(),
    bodyHtml: string(),
    isDefault: boolean(),
    createdAt: string(),
    updatedAt: string(),
  }),
)

const SignatureReply = object({ signature: Signature })

// The current path and the deprecated one serve the same four operations.
const routesAt = <const P extends string>(path: P) => ({
  list: route({
    method: 'GET',
    path: `/api/v1/${path}`,
    access: keyAccess('profile:read'),
    title: { en: 'List signatures', fr: 'Lister les signatures' },
    description: {
      en: "The member's first, then the organisation's.",
      fr: "Celles du membre d'abord, puis celles de l'organisation.",
    },
    status: 200,
    reply: object({ signatures: list(Signature) }),
  }),
  create: route({
    method: 'POST',
    path: `/api/v1/${path}`,
    access: keyAccess('profile:write'),
    title: { en: 'Create a signature', fr: 'Créer une signature' },
    idempotent: true,
    body: object({
      name: name(1, 120),
      bodyText: withDefault(text(0, 10000), ''),
      bodyHtml: withDefault(text(0, 50000), ''),
      scope: withDefault(OwnerScope, 'member'),
      isDefault: optional(boolean()),
    }),
    status: 201,
    reply: SignatureReply,
    errors: ['auth.forbidden', 'contacts.duplicate_signature_name'],
  }),
  update: route({
    method: 'PUT',
    path: `/api/v1/${path}/{id}`,
    access: keyAccess('profile:write'),
    title: { en: 'Change a signature', fr: 'Modifier une signature' },
    params: ids('id'),
    body: object({
      name: optional(name(1, 120)),
      bodyText: optional(text(0, 10000)),
      bodyHtml: optional(text(0, 50000)),
      isDefault: optional(boolean()),
    }),
    status: 200,
    reply: SignatureReply,
    notFound: 'contacts.not_found',
    errors: ['contacts.duplicate_signature_name'],
  }),
  remove: route({
    method: 'DELETE',
    path: `/api/v1/${path}/{id}`,
    access: keyAccess('profile:write'),
    title: { en: 'Delete a signature', fr: 'Supprimer une signature' },
    params: ids('id'),
    status: 204,
    notFound: 'contacts.not_found',
  }),
})

export const signatures = routesAt('signatures')

const deprecated = routesAt('webmail/signatures')
export const webmailSignatures = {
  list: route({ ...deprecated.list, deprecated: true }),
  create: route({ ...deprecated.create, deprecated: true }),
  update: route({ ...deprecated.update, deprecated: true }),
  remove: route({ ...deprecated.remove, deprecated: true }),
}
