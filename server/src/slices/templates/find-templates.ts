import type { Graph } from '@mailwright/contract/workflow-graph/graph'
import type { Db } from '../../platform/db/database.ts'
import { fault } from '../../platform/errors/app-error.ts'
import type { Caller, Locale } from '../../platform/http/call.ts'
import { graphIn } from './built-in/build.ts'
import { builtIns } from './built-in/index.ts'
import { describeBuiltIn, describeOwn, type TemplateView } from './describe-template.ts'
import { findTemplate, findTemplates, findUses } from './templates.store.ts'

const mayShow = ({ role }: Caller, { enabled }: TemplateView) => enabled || role === 'admin'

/** The team's templates first, then the built-in ones. Administrators also see disabled ones. */
export async function listTemplates(db: Db, caller: Caller, locale: Locale) {
  const uses = await findUses(db)
  const own = (await findTemplates(db)).map((row) => describeOwn(row, uses.get(row.id)))
  const builtIn = builtIns.map((one) => describeBuiltIn(one, uses.get(one.id), locale))
  return { templates: [...own, ...builtIn].filter((template) => mayShow(caller, template)) }
}

export async function getTemplate(
  db: Db,
  caller: Caller,
  id: string,
  locale: Locale,
): Promise<{ template: TemplateView; graph: Graph }> {
  const uses = await findUses(db)
  const builtIn = builtIns.find((one) => one.id === id)
  const row = builtIn ? undefined : await findTemplate(db, id)
  const found = builtIn
    ? { template: describeBuiltIn(builtIn, uses.get(id), locale), graph: graphIn(locale, builtIn.graph) }
    : row && { template: describeOwn(row, uses.get(id)), graph: row.graph }
  if (!found || !mayShow(caller, found.template)) throw fault('templates.not_found')
  return found
}
