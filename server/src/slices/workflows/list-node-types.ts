import type { nodeTypes } from '@mailwright/contract/node-types'
import type { Reply } from '@mailwright/contract/route'
import type { NodeTypeInfo, ParamField } from '@mailwright/contract/workflow-graph/node-type'
import type { Locale } from '../../platform/http/call.ts'

type Described = Reply<typeof nodeTypes.list>['nodeTypes'][number]

const fieldIn = (locale: Locale, { title, hint, refersTo }: ParamField) => ({
  title: title[locale],
  ...(hint ? { hint: hint[locale] } : {}),
  ...(refersTo ? { refersTo } : {}),
})

const describe = (info: NodeTypeInfo, locale: Locale): Described => ({
  type: info.type,
  version: info.version,
  group: info.group,
  effect: info.effect,
  title: info.title[locale],
  description: info.description[locale],
  // JSON drops the hidden properties that the schema library adds to its objects.
  params: JSON.parse(JSON.stringify(info.params)),
  fields: Object.fromEntries(
    Object.entries(info.fields).map(([name, field]) => [name, fieldIn(locale, field)]),
  ),
  ports: { fixed: info.ports.fixed, ...(info.ports.each ? { each: info.ports.each } : {}) },
  scopes: [...(info.scopes ?? [])],
  ...(info.structure ? { structure: info.structure } : {}),
  ...(info.deprecated ? { deprecated: true } : {}),
})

/** Describes the catalogue once for each language. */
export function nodeTypesIn(catalogue: readonly NodeTypeInfo[]) {
  const known = new Map<Locale, { nodeTypes: Described[] }>()
  return (locale: Locale) => {
    const found = known.get(locale) ?? { nodeTypes: catalogue.map((info) => describe(info, locale)) }
    known.set(locale, found)
    return found
  }
}
