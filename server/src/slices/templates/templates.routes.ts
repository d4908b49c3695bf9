import { templates } from '@mailwright/contract/templates'
import { implement } from '../../platform/http/call.ts'
import { actorOf } from '../audit/index.ts'
import {
  changeTemplate,
  installTemplate,
  promoteWorkflow,
  removeTemplate,
  type TemplateDeps,
} from './change-templates.ts'
import { getTemplate, listTemplates } from './find-templates.ts'

export const templateRoutes = (deps: TemplateDeps) =>
  implement(templates, {
    list: ({ db, caller, locale }) => listTemplates(db, caller, locale),
    get: ({ db, caller, params, locale }) => getTemplate(db, caller, params.id.toLowerCase(), locale),
    install: async ({ caller, params, body, locale, transaction }) =>
      installTemplate(await transaction(), deps, caller, params.id.toLowerCase(), body.name, locale),
    promote: async (call) =>
      promoteWorkflow(await call.transaction(), deps, actorOf(call), call.caller.memberId, call.body),
    update: async (call) =>
      changeTemplate(
        await call.transaction(),
        actorOf(call),
        call.caller,
        call.params.id.toLowerCase(),
        call.body,
        call.locale,
      ),
    remove: async (call) =>
      removeTemplate(await call.transaction(), actorOf(call), call.params.id.toLowerCase()),
  })
