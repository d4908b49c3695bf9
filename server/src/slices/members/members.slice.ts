import { type MemberDeps, memberRoutes } from './members.routes.ts'

export const createMembers = (deps: MemberDeps) => ({ routes: memberRoutes(deps) })
