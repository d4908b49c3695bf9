import { auth } from '@mailwright/contract/auth'
import { implement } from '../../platform/http/call.ts'
import { type Origin, sessionCookie } from '../../platform/http/headers.ts'
import type { Live } from '../../platform/live/live.ts'
import { membersExist } from '../members/index.ts'
import { acceptInvitation } from './accept-invitation.ts'
import { deleteSession } from './auth.store.ts'
import { setUp } from './set-up.ts'
import { signIn } from './sign-in.ts'

export const authRoutes = (origin: Origin, live: Live, maxPerAccount: number) =>
  implement(auth, {
    login: (call) => signIn(call.db, { origin, live, maxPerAccount }, call.body, call),
    logout: async ({ caller, header, statement }) => {
      if (caller.via.kind === 'session') {
        const db = await statement()
        await deleteSession(db, caller.memberId, caller.via.sessionId)
        live.closeSession(db, caller.via.sessionId)
      }
      header('Set-Cookie', sessionCookie(origin, '', 0))
    },
    setupStatus: async ({ db }) => ({ required: !(await membersExist(db)) }),
    setup: (call) => setUp(call.db, origin, call.body, call),
    acceptInvitation: (call) => acceptInvitation(call.db, { origin, live }, call.body, call),
  })
