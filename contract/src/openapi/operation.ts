import { errorCodesOf, requiresSignIn } from '../codes.ts'
import { type ErrorCode, errorOf } from '../errors/index.ts'
import type { Access, RouteDeclaration } from '../route.ts'
import type { TObject } from '../schema.ts'
import type { Components, Json } from './components.ts'
import { domainTitle } from './domains.ts'
import { type Language, texts } from './texts.ts'

const security = (access: Access): Json[] => {
  if (access.kind === 'public' || access.kind === 'token') return []
  const scopes = 'scope' in access ? [access.scope] : []
  return access.kind === 'session' ? [{ session: [] }] : [{ session: [] }, { apiKey: scopes }]
}

const accessLabel = (access: Access) => {
  const label = access.kind[0]?.toUpperCase() + access.kind.slice(1)
  return 'scope' in access ? `${label}(${access.scope})` : label
}

function parameters(route: RouteDeclaration, components: Components, lang: Language): Json[] {
  const of = (place: string, schema: TObject | undefined) =>
    Object.entries(schema?.properties ?? {}).map(([name, value]) => ({
      name,
      in: place,
      ...(place === 'path' || schema?.required?.includes(name) ? { required: true } : {}),
      schema: components.write(value),
    }))
  const header = {
    name: 'Idempotency-Key',
    in: 'header',
    description: texts[lang].idempotencyKey,
    schema: { type: 'string', minLength: 1, maxLength: 200 },
  }
  return [...of('path', route.params), ...of('query', route.query), ...(route.idempotent ? [header] : [])]
}

function errorReply(codes: ErrorCode[], lang: Language): Json {
  const description = codes.map((code) => `\`${code}\`: ${errorOf(code).message[lang]}`).join('\n\n')
  const status = errorOf(codes[0] as ErrorCode).status
  const retry = {
    'Retry-After': { description: texts[lang].retryAfter, schema: { type: 'integer', minimum: 0 } },
  }
  return {
    description,
    ...(status === 429 ? { headers: retry } : {}),
    content: {
      'application/json': {
        schema: {
          type: 'object',
          additionalProperties: false,
          required: ['code', 'message'],
          properties: {
            code: { type: 'string', enum: codes },
            message: { type: 'string' },
            details: { type: 'object' },
          },
        },
      },
    },
  }
}

function replies(route: RouteDeclaration, components: Components, lang: Language): Json {
  const type = route.replyType ?? 'application/json'
  const schema = route.reply ? components.write(route.reply) : { type: 'string' }
  const content = route.status === 204 ? {} : { content: { [type]: { schema } } }
  const out: Json = { [route.status]: { description: texts[lang].success, ...content } }
  for (const status of route.sameShapeStatuses ?? [])
    out[status] = { description: texts[lang].failing, ...content }
  const byStatus = Map.groupBy(errorCodesOf(route), (code) => errorOf(code).status)
  for (const [status, codes] of [...byStatus].sort(([a], [b]) => a - b))
    out[status] ??= errorReply(codes, lang)
  return out
}

export function operation(
  name: string,
  domain: string,
  route: RouteDeclaration,
  components: Components,
  lang: Language,
): Json {
  const params = parameters(route, components, lang)
  const mediaType = route.bodyType ?? 'application/json'
  const needsBody = route.body && ((route.body as { required?: string[] }).required ?? []).length > 0
  const access = `${texts[lang].access}: ${accessLabel(route.access)}.`
  return {
    operationId: `${domain}.${name}`,
    tags: [domainTitle(domain, lang)],
    summary: route.title[lang],
    description: [route.description?.[lang], access].filter(Boolean).join('\n\n'),
    ...(route.deprecated ? { deprecated: true } : {}),
    ...(route.openDetail ? { 'x-open-detail': true } : {}),
    ...(route.planned ? { 'x-planned': true } : {}),
    security: requiresSignIn(route) ? security(route.access) : [],
    ...(params.length ? { parameters: params } : {}),
    ...(route.body
      ? {
          requestBody: {
            required: Boolean(needsBody),
            content: { [mediaType]: { schema: components.write(route.body) } },
          },
        }
      : {}),
    responses: replies(route, components, lang),
  }
}
