import type { Domain } from '../route.ts'
import { createComponents, type Json } from './components.ts'
import { domainTitle } from './domains.ts'
import { operation } from './operation.ts'
import { type Language, texts } from './texts.ts'

export type { Language } from './texts.ts'

export type DescriptionOptions = {
  lang: Language
  version: string
  serverUrl: string
  cookieName: string
  /** Include routes that are not implemented yet. */
  planned?: boolean
}

/** The OpenAPI 3.1 description, derived from the declarations. */
export function describe(api: Record<string, Domain>, options: DescriptionOptions): Json {
  const components = createComponents()
  const paths: Record<string, Json> = {}
  const tags = new Set<string>()
  for (const [domain, routes] of Object.entries(api)) {
    for (const [name, route] of Object.entries(routes)) {
      if (route.planned && !options.planned) continue
      tags.add(domainTitle(domain, options.lang))
      paths[route.path] ??= {}
      const item = paths[route.path] as Json
      item[route.method.toLowerCase()] = operation(name, domain, route, components, options.lang)
    }
  }
  const w = texts[options.lang]
  return {
    openapi: '3.1.0',
    info: {
      title: w.title,
      version: options.version,
      description: w.about,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: options.serverUrl }],
    tags: [...tags].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: options.cookieName, description: w.session },
        apiKey: { type: 'http', scheme: 'bearer', description: w.apiKey },
      },
      schemas: components.schemas,
    },
  }
}
