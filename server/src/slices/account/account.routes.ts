import { account } from '@mailwright/contract/account'
import { implement } from '../../platform/http/call.ts'
import type { Live } from '../../platform/live/live.ts'
import { changePassword } from './change-password.ts'
import { changeSettings } from './change-settings.ts'
import { endSession } from './end-session.ts'
import { listSessions } from './list-sessions.ts'
import { readPreferences } from './read-preferences.ts'
import { renameMember } from './rename-member.ts'
import { replaceDispatchPolicy } from './replace-dispatch-policy.ts'
import { replaceScope } from './replace-scope.ts'

export const accountRoutes = (live: Live) =>
  implement(account, {
    read: async ({ db, caller }) => {
      const { member, settings } = await readPreferences(db, caller.memberId)
      return { member, settings }
    },
    rename: async ({ caller, body, statement }) =>
      renameMember(await statement(), caller.memberId, body.name),
    changeSettings: async ({ caller, body, statement }) =>
      changeSettings(await statement(), caller.memberId, body),
    changePassword: (call) => changePassword(live, call),
    listSessions: ({ db, caller }) => listSessions(db, caller),
    endSession: async ({ caller, params, statement }) =>
      endSession(await statement(), live, caller.memberId, params.id),
    readScope: async ({ db, caller }) => ({ scope: (await readPreferences(db, caller.memberId)).scope }),
    replaceScope: async ({ caller, body, statement }) =>
      replaceScope(await statement(), caller.memberId, body),
    readDispatchPolicy: async ({ db, caller }) => ({
      policy: { mode: (await readPreferences(db, caller.memberId)).dispatchMode },
    }),
    replaceDispatchPolicy: async ({ caller, body, statement }) =>
      replaceDispatchPolicy(await statement(), caller.memberId, body),
  })
