import { publicAccess, route } from './route.ts'
import {
  boolean,
  choice,
  free,
  list,
  named,
  nullable,
  number,
  object,
  optional,
  string,
  uri,
} from './schema.ts'

const Color = nullable(string({ pattern: '^#[0-9A-Fa-f]{6}$' }))

export const Branding = named(
  'Branding',
  object({
    name: string(),
    source: choice('control_plane', 'environment'),
    logo: object({ light: nullable(uri()), dark: nullable(uri()) }),
    favicon: nullable(uri()),
    colors: object({ primary: Color, onPrimary: Color, accent: Color, onAccent: Color }),
    supportUrl: nullable(uri()),
    poweredBy: nullable(string()),
    login: object({
      welcome: nullable(object({ en: optional(string()), fr: optional(string()) })),
      image: nullable(uri()),
    }),
    instance: object({ suspended: boolean() }),
  }),
)

/** The instance itself: liveness, readiness, branding, OpenAPI description. */
export const instance = {
  health: route({
    method: 'GET',
    path: '/healthz',
    access: publicAccess,
    title: { en: 'Check liveness', fr: 'Vérifier que le processus répond' },
    status: 200,
    reply: object({ status: choice('ok'), brand: string(), version: string(), uptimeSeconds: number(0) }),
  }),
  readiness: route({
    method: 'GET',
    path: '/readyz',
    access: publicAccess,
    title: { en: 'Check readiness', fr: "Vérifier que l'instance est prête" },
    status: 200,
    reply: object({
      status: choice('ready', 'not_ready'),
      checks: list(
        object({ name: choice('database', 'migrations'), ok: boolean(), detail: optional(string()) }),
      ),
    }),
    sameShapeStatuses: [503],
  }),
  branding: route({
    method: 'GET',
    path: '/api/v1/branding',
    access: publicAccess,
    title: { en: 'Read the branding', fr: "Lire l'identité visuelle" },
    status: 200,
    reply: Branding,
  }),
  description: route({
    method: 'GET',
    path: '/api/v1/openapi.json',
    access: publicAccess,
    title: { en: 'Read the OpenAPI description', fr: 'Lire la description OpenAPI' },
    query: object({ lang: optional(choice('en', 'fr')) }),
    status: 200,
    reply: free(),
  }),
}
