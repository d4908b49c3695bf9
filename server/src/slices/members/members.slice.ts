import type { Slice } from '../../platform/slice.ts'
import { type MemberDeps, memberRoutes } from './members.routes.ts'

export const createMembers = (deps: MemberDeps): Slice => ({ routes: memberRoutes(deps) })
