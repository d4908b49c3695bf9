import { errorCodesOf } from '../../contract/src/codes.ts'
import { type ErrorCode, errors } from '../../contract/src/errors/index.ts'
import { api } from '../../contract/src/index.ts'

function routesByCode(): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const domain of Object.values(api))
    for (const route of Object.values(domain))
      for (const code of errorCodesOf(route))
        found.set(code, [...(found.get(code) ?? []), `${route.method} ${route.path}`])
  return found
}

const maxListed = 6

/** Every error with its status, its message in both languages and its routes. */
export async function generateErrors() {
  const routes = routesByCode()
  const rows = Object.entries(errors)
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([code, { status, message }]) => {
      const places = routes.get(code as ErrorCode) ?? []
      const listed =
        places.length > maxListed ? `${places.length} routes` : places.map((p) => `\`${p}\``).join('<br>')
      return `| \`${code}\` | ${status} | ${message.en} | ${message.fr} | ${listed} |`
    })
  return `# Errors

Every error response is \`{code, message, details?}\`. Programs read \`code\`; \`message\` is for people, in the caller's language.

| Code | Status | English | French | From |
|---|---|---|---|---|
${rows.join('\n')}
`
}
