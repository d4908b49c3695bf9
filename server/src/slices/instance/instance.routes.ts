import { api } from '@mailwright/contract'
import { instance } from '@mailwright/contract/instance'
import { describe, type Language } from '@mailwright/contract/openapi/document'
import type { Config } from '../../platform/config/read-config.ts'
import { implement } from '../../platform/http/call.ts'
import { cookieName, type Origin } from '../../platform/http/headers.ts'
import type { createReadinessCheck } from './check-readiness.ts'
import { readBranding } from './read-branding.ts'

export type InstanceDeps = { config: Config; origin: Origin; version: string }
type RouteDeps = InstanceDeps & { checkReadiness: ReturnType<typeof createReadinessCheck> }

export function instanceRoutes({ config, origin, version, checkReadiness }: RouteDeps) {
  const branding = readBranding(config)
  const descriptions = new Map<Language, ReturnType<typeof describe>>()
  const descriptionIn = (lang: Language) => {
    const known = descriptions.get(lang)
    if (known) return known
    const created = describe(api, { lang, version, serverUrl: origin.url, cookieName: cookieName(origin) })
    descriptions.set(lang, created)
    return created
  }
  return implement(instance, {
    health: async () => ({
      status: 'ok',
      brand: config.brandName,
      version,
      uptimeSeconds: Math.round(process.uptime()),
    }),
    readiness: async ({ status }) => {
      const readiness = await checkReadiness()
      if (readiness.status === 'not_ready') status(503)
      return readiness
    },
    branding: async () => branding,
    description: async ({ query, locale }) => descriptionIn(query.lang ?? locale),
  })
}
