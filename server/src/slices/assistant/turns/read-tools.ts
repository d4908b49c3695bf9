import { executions } from '@mailwright/contract/executions'
import { incidents } from '@mailwright/contract/incidents'
import { journal } from '@mailwright/contract/journal'
import { messages } from '@mailwright/contract/messages'
import { nodeTypes } from '@mailwright/contract/node-types'
import type { RouteDeclaration } from '@mailwright/contract/route'
import { tableRows } from '@mailwright/contract/table-rows'
import { tables } from '@mailwright/contract/tables'
import { templates } from '@mailwright/contract/templates'
import { threads } from '@mailwright/contract/threads'
import { workflows } from '@mailwright/contract/workflows'
import type { Caller } from '../../../platform/http/call.ts'
import type { JsonSchema, LlmTool } from '../../../protocols/llm/index.ts'
import type { AssistantPorts } from '../ports.ts'

type ReadTool = {
  description: string
  route: RouteDeclaration
  /** Parameters beside those of the route. */
  extra?: Record<string, JsonSchema>
  shorten?: (reply: unknown, given: Record<string, unknown>) => unknown
}

type NodeTypes = { nodeTypes: { type: string; version: number; title: string; description: string }[] }

/** All node types by name, or one with its parameters. */
function shortenNodeTypes(reply: unknown, { type }: Record<string, unknown>) {
  const known = (reply as NodeTypes).nodeTypes
  if (type !== undefined) return known.find((one) => one.type === type) ?? { error: 'no such node type' }
  return known.map(({ type: name, version, title, description }) => ({
    type: name,
    version,
    title,
    description,
  }))
}

type WithHtml = { bodyHtmlSafe?: unknown; messages?: WithHtml[] }
/** The text is enough, and a fraction of the size. */
const withoutHtml = (reply: unknown): unknown => {
  const { bodyHtmlSafe: _, ...rest } = reply as WithHtml
  return rest.messages ? { ...rest, messages: rest.messages.map(withoutHtml) } : rest
}

/** Each is a GET route of the product, so it answers what the caller may see and nothing else. */
const tools: Record<string, ReadTool> = {
  search_mail: {
    description:
      'Search conversations in the mailboxes, newest first. `q` accepts from:, subject:, is:unread and words.',
    route: threads.list,
  },
  read_thread: {
    description: 'Read one conversation with its messages.',
    route: threads.get,
    shorten: withoutHtml,
  },
  list_messages: { description: 'List single messages, newest first.', route: messages.list },
  read_message: { description: 'Read one message.', route: messages.get, shorten: withoutHtml },
  explain_message: {
    description: 'How a message was processed: its journal entry and the executions it started.',
    route: messages.journal,
  },
  read_journal: { description: 'How incoming messages were processed, newest first.', route: journal.list },
  list_workflows: { description: "List the member's workflows.", route: workflows.list },
  read_workflow: { description: 'Read a workflow with its graph and validation.', route: workflows.get },
  list_executions: { description: 'List runs of workflows, newest first.', route: executions.list },
  read_execution: { description: 'Read one run with its steps and errors.', route: executions.get },
  list_incidents: {
    description: 'List incidents: failed runs and mailboxes with problems.',
    route: incidents.list,
  },
  list_tables: { description: "List the team's tables.", route: tables.list },
  read_table: { description: 'Read the columns of a table.', route: tables.get },
  list_table_rows: { description: 'Read rows of a table.', route: tableRows.list },
  list_templates: { description: 'List workflow templates.', route: templates.list },
  read_template: { description: 'Read a workflow template with its graph.', route: templates.get },
  node_types: {
    description: 'List all node types; with `type`, read one with its parameters and ports.',
    route: nodeTypes.list,
    extra: { type: { type: 'string' } },
    shorten: shortenNodeTypes,
  },
}

type Properties = Record<string, JsonSchema>
const propertiesOf = (schema: unknown) =>
  (schema as { properties?: Properties } | undefined)?.properties ?? {}

const toolOf = ([name, { description, route, extra = {} }]: [string, ReadTool]): LlmTool => ({
  name,
  description,
  parameters: {
    type: 'object',
    properties: { ...propertiesOf(route.params), ...propertiesOf(route.query), ...extra },
    required: Object.keys(propertiesOf(route.params)),
    additionalProperties: false,
  },
})

export const readTools: LlmTool[] = Object.entries(tools).map(toolOf)

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const pick = (given: Record<string, unknown>, names: string[]) =>
  Object.fromEntries(names.filter((name) => given[name] != null).map((name) => [name, given[name]]))

/** Undefined if there is no such tool. */
export async function runReadTool(
  { read }: AssistantPorts,
  caller: Caller,
  name: string,
  given: unknown,
): Promise<unknown> {
  const tool = Object.hasOwn(tools, name) ? tools[name] : undefined
  if (!tool) return undefined
  const args = isObject(given) ? given : {}
  const reply = await read(tool.route, caller, {
    params: pick(args, Object.keys(propertiesOf(tool.route.params))),
    query: pick(args, Object.keys(propertiesOf(tool.route.query))),
  })
  return tool.shorten ? tool.shorten(reply, args) : reply
}
