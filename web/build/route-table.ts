import { api } from '@mailwright/contract'
import type { RouteDeclaration } from '@mailwright/contract/route'
import type { Plugin } from 'vite'

const id = 'virtual:route-table'

/** Method and path of every route that is built: all that the client needs of the contract at run time. */
function readRoutes() {
  const domains = Object.entries(api as Record<string, Record<string, RouteDeclaration>>)
  return Object.fromEntries(
    domains.map(([domain, routes]) => [
      domain,
      Object.fromEntries(
        Object.entries(routes)
          .filter(([, route]) => !route.planned)
          .map(([name, route]) => [name, `${route.method} ${route.path}`]),
      ),
    ]),
  )
}

/** Gives the app the module `virtual:route-table`. Importing the contract itself would add all schemas and texts. */
export const routeTable = (): Plugin => ({
  name: 'route-table',
  resolveId: (source) => (source === id ? `\0${id}` : undefined),
  load: (source) =>
    source === `\0${id}` ? `export const routeTable = ${JSON.stringify(readRoutes())}` : undefined,
})
