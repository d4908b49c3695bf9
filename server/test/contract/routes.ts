import { api } from '@mailwright/contract'
import type { RouteDeclaration } from '@mailwright/contract/route'

const all: RouteDeclaration[] = Object.values(api).flatMap((domain) => Object.values(domain))

export const nameOf = (route: RouteDeclaration) => `${route.method} ${route.path}`

/** `[name, route]` pairs for test titles. */
const titled = (routes: RouteDeclaration[]) => routes.map((route) => [nameOf(route), route] as const)

export const builtRoutes = titled(all.filter((route) => !route.planned))
export const plannedRoutes = titled(all.filter((route) => route.planned))
