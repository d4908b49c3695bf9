import type { Text } from '../route.ts'
import { checkValue } from './check-value.ts'
import type { Flow } from './flow.ts'
import type { Graph, GraphNode } from './graph.ts'
import { type Issue, type IssueCode, issue, quoted, say } from './issue.ts'
import type { NodeTypeInfo, ParamTarget } from './node-type.ts'
import { referencesOfNode } from './param-references.ts'

/** What there is for the member to refer to. A kind that is left out is not looked for. */
export type Known = Partial<
  Record<'tables' | 'connections' | 'mailboxes' | 'workflows' | 'signatures' | 'folders', ReadonlySet<string>>
>

type Missing = { kind: keyof Known; code: IssueCode; message(name: string, value: string): Text }
const missing: Record<ParamTarget, Missing> = {
  table: {
    kind: 'tables',
    code: 'node.table_missing',
    message: (name, value) =>
      say(
        `${name} uses the table ${value}, and there is none.`,
        `${name} utilise la table ${value}, qui n'existe pas.`,
      ),
  },
  connection: {
    kind: 'connections',
    code: 'node.connection_missing',
    message: (name) =>
      say(
        `${name} uses a connection that is not there or not yours: choose another.`,
        `${name} utilise une connexion absente ou qui n'est pas à vous : choisissez-en une autre.`,
      ),
  },
  mailbox: {
    kind: 'mailboxes',
    code: 'node.mailbox_missing',
    message: (name) =>
      say(
        `${name} uses a mailbox that is not connected: choose another, or connect it.`,
        `${name} utilise une boîte qui n'est pas connectée : choisissez-en une autre ou connectez-la.`,
      ),
  },
  workflow: {
    kind: 'workflows',
    code: 'node.workflow_missing',
    message: (name) =>
      say(
        `${name} uses a workflow that is not there: choose another.`,
        `${name} utilise un workflow qui n'existe pas : choisissez-en un autre.`,
      ),
  },
  signature: {
    kind: 'signatures',
    code: 'node.signature_missing',
    message: (name) =>
      say(
        `${name} uses a signature that is not there: choose another.`,
        `${name} utilise une signature qui n'existe pas : choisissez-en une autre.`,
      ),
  },
  folder: {
    kind: 'folders',
    code: 'node.folder_missing',
    message: (name, value) =>
      say(
        `${name} uses the folder ${value}, and there is none.`,
        `${name} utilise le dossier ${value}, qui n'existe pas.`,
      ),
  },
}

function unknownType(node: GraphNode, isKnownType: boolean, path: (string | number)[]): Issue {
  const [name, type] = [quoted(node.name), quoted(node.type)]
  return isKnownType
    ? issue(
        'node.unknown_version',
        say(
          `${name} is of version ${node.version} of ${type}, which this service does not know.`,
          `${name} est de la version ${node.version} de ${type}, que ce service ne connaît pas.`,
        ),
        { nodeId: node.id, path: [...path, 'version'] },
      )
    : issue(
        'node.unknown_type',
        say(
          `${name} is of the type ${type}, which this service does not know.`,
          `${name} est du type ${type}, que ce service ne connaît pas.`,
        ),
        { nodeId: node.id, path: [...path, 'type'] },
      )
}

function checkParams(node: GraphNode, info: NodeTypeInfo, path: (string | number)[]): Issue[] {
  return checkValue(info.params, node.params ?? {}).map((fault) =>
    issue('node.invalid_params', fault.message, {
      nodeId: node.id,
      path: [...path, 'params', ...fault.path],
    }),
  )
}

function checkTargets(node: GraphNode, info: NodeTypeInfo, known: Known, path: (string | number)[]): Issue[] {
  return referencesOfNode(info, node)
    .filter(({ target, value }) => known[missing[target].kind]?.has(value) === false)
    .map(({ target, value, path: inner }) =>
      issue(missing[target].code, missing[target].message(quoted(node.name), quoted(value)), {
        nodeId: node.id,
        path: [...path, 'params', ...inner],
      }),
    )
}

const deprecated = (node: GraphNode, path: (string | number)[]) =>
  issue(
    'node.deprecated',
    say(
      `${quoted(node.name)} is of a type that another has replaced.`,
      `${quoted(node.name)} est d'un type remplacé par un autre.`,
    ),
    { nodeId: node.id, path: [...path, 'type'] },
  )

const duplicate = (node: GraphNode, path: (string | number)[]) =>
  issue(
    'node.duplicate_id',
    say(`Two nodes have the id ${quoted(node.id)}.`, `Deux nœuds ont l'identifiant ${quoted(node.id)}.`),
    { nodeId: node.id, path: [...path, 'id'] },
  )

/** Each node by itself: its type, its parameters, and what they name. */
export function checkNodes(
  flow: Flow,
  graph: Graph,
  catalogue: readonly NodeTypeInfo[],
  known: Known,
): Issue[] {
  const types = new Set(catalogue.map((info) => info.type))
  return graph.nodes.flatMap((node, i) => {
    const path = ['nodes', i]
    const twice = flow.nodes.get(node.id) === node ? [] : [duplicate(node, path)]
    const info = flow.infoOf(node)
    if (!info) return [...twice, unknownType(node, types.has(node.type), path)]
    return [
      ...twice,
      ...(info.deprecated ? [deprecated(node, path)] : []),
      // What is switched off does not run: it may stand half done.
      ...(node.disabled ? [] : [...checkParams(node, info, path), ...checkTargets(node, info, known, path)]),
    ]
  })
}
