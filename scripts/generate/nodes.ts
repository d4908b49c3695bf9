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

function bounds(least: number | undefined, most: number | undefined, unit = ''): string {
  if (least === undefined && most === undefined) return ''
  if (least === undefined) return ` (at most ${most}${unit})`
  return most === undefined ? ` (at least ${least}${unit})` : ` (${least} to ${most}${unit})`
}

/** The alternatives, closed sets of words put together. */
function anyOf(schemas: Schema[]): string {
  const flat = schemas.flatMap((one) => one.anyOf ?? [one])
  const words = flat.flatMap((one) => one.enum ?? [])
  const others = flat.filter((one) => !one.enum).map(kindOf)
  const listed = words.length > 0 ? [kindOf({ enum: [...new Set(words)] })] : []
  return [...listed, ...new Set(others)].join(' or ')
}

/** What a value may be, in a few words. */
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

type Row = { path: string; schema: Schema; required: boolean }

/** The parameters and what is inside of them; alternatives that share a field are told together. */
function rowsOf(schema: Schema, path = ''): Row[] {
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, one]) => {
    const inner = path === '' ? name : `${path}.${name}`
    return [
      { path: inner, schema: one, required: schema.required?.includes(name) ?? false },
      ...rowsOf(one, inner),
    ]
  })
  const others = [...(schema.anyOf ?? []), ...(schema.items ? [schema.items] : [])]
  return [...own, ...others.flatMap((one) => rowsOf(one, path))]
}

function paramLines({ params, fields }: AnyNodeType): string[] {
  const byPath = Map.groupBy(rowsOf(params as Schema), ({ path }) => path)
  return [...byPath].flatMap(([path, rows]) => {
    const field = fields[path]
    if (!field) return []
    const kinds = anyOf(rows.map(({ schema }) => schema))
    const [first] = rows
    const preset = first?.schema.default
    const given = preset !== undefined ? code(JSON.stringify(preset)) : first?.required ? 'required' : ''
    const refers = field.refersTo ? ` (a ${field.refersTo})` : ''
    const hint = field.hint ? ` ${field.hint.en}` : ''
    return [`| ${code(path)} | ${cell(`**${field.title.en}**${refers}.${hint}`)} | ${kinds} | ${given} |`]
  })
}

function portsOf({ ports: { fixed, each } }: AnyNodeType): string {
  const listed = fixed.map(code).join(', ')
  const more = each ? `one for each of ${code(each.param)}, named by its ${code(each.field)}` : ''
  return [listed, more].filter((part) => part !== '').join(', ') || 'none'
}

function sectionOf(node: AnyNodeType): string {
  const lines = paramLines(node)
  const table = ['| Parameter | Meaning | Value | Default |', '|---|---|---|---|', ...lines].join('\n')
  return `### ${node.title.en} (${code(node.type)})

${node.description.en}

*${node.title.fr}. ${node.description.fr}*

Ports: ${portsOf(node)}. Effect: ${code(node.effect)}. Version ${node.version}.
${lines.length > 0 ? `\n${table}\n` : ''}`
}

const effects = `| Effect | What the node does to the world |
|---|---|
| \`none\` | Nothing. |
| \`mailbox\` | Changes messages in a mailbox. |
| \`table\` | Writes into the service's own storage. |
| \`human\` | Gives a person something to read or to decide. |
| \`sends\` | Sends mail. |
| \`external\` | Calls another service. |`

/** Every node type, by group. */
export async function generateNodes() {
  const groups = Map.groupBy(nodeTypes, ({ group }) => group)
  const parts = [...groups].map(([group, nodes]) => `## ${group}\n\n${nodes.map(sectionOf).join('\n')}`)
  return `# Node types

What a workflow is made of. A parameter may hold expressions (\`{{ message.subject }}\`); they are evaluated before the node runs, and the result must fit what stands here. Every node may also have the port \`error\`, where its author chose to go on after a failure.

${effects}

${parts.join('\n')}`
}
