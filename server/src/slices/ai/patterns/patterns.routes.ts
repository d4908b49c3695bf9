import { patterns } from '@mailwright/contract/patterns'
import { fault } from '../../../platform/errors/app-error.ts'
import { implement } from '../../../platform/http/call.ts'
import { findRunMessages } from '../../messages/index.ts'
import { findOwnWorkflow } from '../../workflows/index.ts'
import { forgetPatterns } from './learn-patterns.ts'
import { deletePattern, findPatterns, updatePattern } from './patterns.store.ts'

export const patternRoutes = implement(patterns, {
  list: async ({ db, caller, params }) => {
    if (!(await findOwnWorkflow(db, caller.memberId, params.id))) throw fault('workflow.not_found')
    return { patterns: await findPatterns(db, caller.memberId, params.id) }
  },
  forget: async ({ db, caller: { memberId }, params, body, statement }) => {
    if (!(await findOwnWorkflow(db, memberId, params.id))) throw fault('workflow.not_found')
    const [message] = await findRunMessages(db, memberId, [body.messageId])
    if (!message) return { forgotten: 0 }
    const mail = { sender: message.from?.email ?? '', subject: message.subject ?? '' }
    return { forgotten: await forgetPatterns(await statement(), memberId, mail, params.id) }
  },
  edit: async ({ caller, params, body, statement }) => {
    const pattern = await updatePattern(await statement(), caller.memberId, params.id, body)
    if (!pattern) throw fault('pattern.not_found')
    return { pattern }
  },
  remove: async ({ caller, params, statement }) => {
    if (!(await deletePattern(await statement(), caller.memberId, params.id)))
      throw fault('pattern.not_found')
  },
})
