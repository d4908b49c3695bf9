import type { AnyNodeType } from '../../server/src/engine/define-node.ts'
import { nodeTypes } from '../../server/src/nodes/index.ts'

type Schema = {
  type?: string | string[]
  enum?: unknown[]
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  items?: Schema
  minItems?: number
  maxItems?: number
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  format?: string
  default?: unknown
}

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ')
const code = (text: string) => `\`${cell(text)}\``

function bounds(min: number | undefined, max: number | undefined, unit = ''): string {
  if (min === undefined && max === undefined) return ''
  if (min === undefined) return ` (at max ${max}${unit})`
  return max === undefined ? ` (at min ${min}${unit})` : ` (${min} to ${max}${unit})`
}

/** The alternatives, with enumerations merged. */
function anyOf(schemas: Schema[]): string {
  const flat = schemas.flatMap((one) => one.anyOf ?? [one])
  const words = flat.flatMap((one) => one.enum ?? [])
  const others = flat.filter((one) => !one.enum).map(kindOf)
  const listed = words.length > 0 ? [kindOf({ enum: [...new Set(words)] })] : []
  return [...listed, ...new Set(others)].join(' or ')
}

/** A short description of the allowed values. */
function kindOf(schema: Schema): string {
  if (schema.anyOf) return anyOf(schema.anyOf)
  if (schema.enum) return schema.enum.map((one) => code(String(one))).join(', ')
  const [type] = [schema.type].flat()
  if (type === 'array')
    return `list${bounds(schema.minItems, schema.maxItems)} of ${kindOf(schema.items ?? {})}`
  if (type === 'string')
    return `${schema.format ?? 'text'}${bounds(schema.minLength, schema.maxLength, ' characters')}`
  if (type === 'integer' || type === 'number') return `${type}${bounds(schema.minimum, schema.maximum)}`
  if (type === 'object') return schema.properties ? 'group' : 'fields by name'
  return type ?? 'anything'
}

type Row = { path: string; schema: Schema; given: string }

const below = (path: string, name: string) => (path === '' ? name : `${path}.${name}`)
const groupsOf = (schema: Schema) => (schema.items ?? schema).anyOf?.filter((one) => one.properties) ?? []

function givenOf(parent: Schema, name: string, { default: preset }: Schema, isOneOf: boolean): string {
  if (preset !== undefined) return code(JSON.stringify(preset))
  if (isOneOf) return 'see below'
  return parent.required?.includes(name) ? 'required' : ''
}

/** The parameters and their nested fields. */
function rowsOf(schema: Schema, path = '', isOneOf = false): Row[] {
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, one]) => {
    const inner = below(path, name)
    return [{ path: inner, schema: one, given: givenOf(schema, name, one, isOneOf) }, ...rowsOf(one, inner)]
  })
  const items = schema.items ? rowsOf(schema.items, path) : []
  return [...own, ...items, ...(schema.anyOf ?? []).flatMap((one) => rowsOf(one, path, true))]
}

function paramLines({ params, fields }: AnyNodeType): string[] {
  const byPath = Map.groupBy(rowsOf(params as Schema), ({ path }) => path)
  return [...byPath].flatMap(([path, rows]) => {
    const field = fields[path]
    if (!field) return []
    const kinds = anyOf(rows.map(({ schema }) => schema))
    const refers = field.refersTo ? ` (a ${field.refersTo})` : ''
    const hint = field.hint ? ` ${field.hint.en}` : ''
    const meaning = cell(`**${field.title.en}**${refers}.${hint}`)
    return [`| ${code(path)} | ${meaning} | ${kinds} | ${rows[0]?.given ?? ''} |`]
  })
}

/** One of several forms: its constants, then its other fields. */
function formOf({ properties = {}, required = [] }: Schema): string {
  const parts = Object.entries(properties).map(([name, one]) => {
    const words = one.enum ? ` ${kindOf(one)}` : ''
    return `${code(name)}${words}${required.includes(name) ? '' : ' (optional)'}`
  })
  return `- ${parts.join('; ')}`
}

function formLines({ params, fields }: AnyNodeType): string[] {
  const rows = rowsOf(params as Schema).filter(({ path }) => Object.hasOwn(fields, path))
  return rows.flatMap(({ path, schema }) => {
    const forms = groupsOf(schema)
    // A group of conditions repeats the same forms.
    if (forms.length < 2 || path.endsWith('conditions.conditions')) return []
    return [
      `${code(path)} takes one of these forms${schema.items ? ' for each' : ''}:\n\n${forms.map(formOf).join('\n')}\n`,
    ]
  })
}

function portsOf({ ports: { fixed, each } }: AnyNodeType): string {
  const listed = fixed.map(code).join(', ')
  const more = each ? `one for each of ${code(each.param)}, named by its ${code(each.field)}` : ''
  return [listed, more].filter((part) => part !== '').join(', ') || 'none'
}

const scopesOf = ({ scopes = [] }: AnyNodeType) =>
  scopes.length === 0 ? '' : ` Scopes of a key: ${scopes.map(code).join(', ')}.`

function sectionOf(node: AnyNodeType): string {
  const lines = paramLines(node)
  const table = ['| Parameter | Meaning | Value | Default |', '|---|---|---|---|', ...lines].join('\n')
  return `### ${node.title.en} (${code(node.type)})

${node.description.en}

*${node.title.fr} : ${node.description.fr}*

Ports: ${portsOf(node)}. Effect: ${code(node.effect)}.${scopesOf(node)} Version ${node.version}.
${[...(lines.length > 0 ? [`${table}\n`] : []), ...formLines(node)].map((part) => `\n${part}`).join('')}`
}

const effects = `| Effect | What the node changes |
|---|---|
| \`none\` | Nothing. |
| \`mailbox\` | Changes messages in a mailbox. |
| \`table\` | Writes into the service's own storage. |
| \`human\` | Asks a person to read or decide something. |
| \`sends\` | Sends mail. |
| \`external\` | Calls another service. |`

/** Every node type, by group. */
export async function generateNodes() {
  const groups = Map.groupBy(nodeTypes, ({ group }) => group)
  const parts = [...groups].map(([group, nodes]) => `## ${group}\n\n${nodes.map(sectionOf).join('\n')}`)
  return `# Node types

The building blocks of workflows. Parameters may contain expressions (\`{{ message.subject }}\`), which are evaluated before the node runs; the result must match the table. Every node may also have an \`error\` port, if its author chose to continue after a failure.

${effects}

${parts.join('\n')}`
}
