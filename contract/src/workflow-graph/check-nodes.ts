import type { Text } from '../route.ts'
import type { PatternBudget } from './check-text.ts'
import { checkValue } from './check-value.ts'
import { catalogueIndex, type Flow } from './flow.ts'
import type { Graph, GraphNode } from './graph.ts'
import { type Issue, type IssueCode, issue, localized, quoted } from './issue.ts'
import type { NodeTypeInfo, ParamTarget } from './node-type.ts'
import { referencesOfNode } from './param-references.ts'

type TargetKind = 'tables' | 'connections' | 'mailboxes' | 'workflows' | 'signatures' | 'folders'

/** The records that the member may refer to. Kinds that are left out are not checked. */
export type KnownTargets = Partial<Record<TargetKind, ReadonlySet<string>>> & {
  /** Node types that the organisation does not allow to the member. */
  forbiddenTypes?: ReadonlySet<string>
}

type MissingTarget = { kind: TargetKind; code: IssueCode; message(name: string, value: string): Text }
const missingTargets: Record<ParamTarget, MissingTarget> = {
  table: {
    kind: 'tables',
    code: 'node.table_missing',
    message: (name, value) =>
      localized(
        `${name} uses the table ${value}, which does not exist.`,
        `${name} utilise la table ${value}, qui n'existe pas.`,
      ),
  },
  connection: {
    kind: 'connections',
    code: 'node.connection_missing',
    message: (name) =>
      localized(
        `${name} uses a connection that does not exist or is not yours; choose another one.`,
        `${name} utilise une connexion qui n'existe pas ou ne vous appartient pas ; choisissez-en une autre.`,
      ),
  },
  mailbox: {
    kind: 'mailboxes',
    code: 'node.mailbox_missing',
    message: (name) =>
      localized(
        `${name} uses a mailbox that is not connected; connect it or choose another one.`,
        `${name} utilise une boîte mail qui n'est pas connectée ; connectez-la ou choisissez-en une autre.`,
      ),
  },
  workflow: {
    kind: 'workflows',
    code: 'node.workflow_missing',
    message: (name) =>
      localized(
        `${name} uses a workflow that does not exist; choose another one.`,
        `${name} utilise un workflow qui n'existe pas ; choisissez-en un autre.`,
      ),
  },
  signature: {
    kind: 'signatures',
    code: 'node.signature_missing',
    message: (name) =>
      localized(
        `${name} uses a signature that does not exist; choose another one.`,
        `${name} utilise une signature qui n'existe pas ; choisissez-en une autre.`,
      ),
  },
  folder: {
    kind: 'folders',
    code: 'node.folder_missing',
    message: (name, value) =>
      localized(
        `${name} uses the folder ${value}, which does not exist.`,
        `${name} utilise le dossier ${value}, qui n'existe pas.`,
      ),
  },
}

function unknownType(node: GraphNode, isKnownType: boolean, path: (string | number)[]): Issue {
  const [name, type] = [quoted(node.name), quoted(node.type)]
  return isKnownType
    ? issue(
        'node.unknown_version',
        localized(
          `${name} uses version ${node.version} of ${type}, which is not available.`,
          `${name} utilise la version ${node.version} de ${type}, qui n'est pas disponible.`,
        ),
        { nodeId: node.id, path: [...path, 'version'] },
      )
    : issue(
        'node.unknown_type',
        localized(
          `${name} uses the node type ${type}, which is not available.`,
          `${name} utilise le type de nœud ${type}, qui n'est pas disponible.`,
        ),
        { nodeId: node.id, path: [...path, 'type'] },
      )
}

function checkParams(
  node: GraphNode,
  info: NodeTypeInfo,
  path: (string | number)[],
  patterns: PatternBudget,
): Issue[] {
  const params = node.params ?? {}
  const misfits = checkValue(info.params, params, patterns)
  const faults = misfits.length > 0 ? misfits : (info.check?.(params) ?? [])
  return faults.map((fault) =>
    issue('node.invalid_params', fault.message, {
      nodeId: node.id,
      path: [...path, 'params', ...fault.path],
    }),
  )
}

function checkTargets(
  node: GraphNode,
  info: NodeTypeInfo,
  known: KnownTargets,
  path: (string | number)[],
): Issue[] {
  return referencesOfNode(info, node)
    .filter(({ target, value }) => known[missingTargets[target].kind]?.has(value) === false)
    .map(({ target, value, path: inner }) =>
      issue(missingTargets[target].code, missingTargets[target].message(quoted(node.name), quoted(value)), {
        nodeId: node.id,
        path: [...path, 'params', ...inner],
      }),
    )
}

const deprecated = (node: GraphNode, path: (string | number)[]) =>
  issue(
    'node.deprecated',
    localized(
      `${quoted(node.name)} uses a deprecated node type.`,
      `${quoted(node.name)} utilise un type de nœud obsolète.`,
    ),
    { nodeId: node.id, path: [...path, 'type'] },
  )

const forbidden = (node: GraphNode, path: (string | number)[]) =>
  issue(
    'node.forbidden_type',
    localized(
      `${quoted(node.name)} uses the node type ${quoted(node.type)}, which your organisation does not allow.`,
      `${quoted(node.name)} utilise le type de nœud ${quoted(node.type)}, que votre organisation n'autorise pas.`,
    ),
    { nodeId: node.id, path: [...path, 'type'] },
  )

const duplicate = (node: GraphNode, path: (string | number)[]) =>
  issue(
    'node.duplicate_id',
    localized(
      `Two nodes have the id ${quoted(node.id)}.`,
      `Deux nœuds ont l'identifiant ${quoted(node.id)}.`,
    ),
    { nodeId: node.id, path: [...path, 'id'] },
  )

/** Checks a node on its own: its type and its parameters. */
export function createNodeCheck(flow: Flow, catalogue: readonly NodeTypeInfo[], patterns: PatternBudget) {
  const types = new Set(catalogue.map((info) => info.type))
  return (node: GraphNode, index: number): Issue[] => {
    const path = ['nodes', index]
    const duplicates = flow.nodes.get(node.id) === node ? [] : [duplicate(node, path)]
    const info = flow.infoOf(node)
    if (!info) return [...duplicates, unknownType(node, types.has(node.type), path)]
    return [
      ...duplicates,
      ...(info.deprecated ? [deprecated(node, path)] : []),
      // Disabled nodes do not run, so they may be incomplete.
      ...(node.disabled ? [] : checkParams(node, info, path, patterns)),
    ]
  }
}

/** Checks what depends on the member: the records that parameters refer to, and node types that are not allowed. */
export function checkKnown(graph: Graph, catalogue: readonly NodeTypeInfo[], known: KnownTargets): Issue[] {
  const infoOf = catalogueIndex(catalogue)
  return graph.nodes.flatMap((node, i) => {
    const info = infoOf(node)
    if (!info || node.disabled) return []
    const path = ['nodes', i]
    return [
      ...(known.forbiddenTypes?.has(node.type) ? [forbidden(node, path)] : []),
      ...checkTargets(node, info, known, path),
    ]
  })
}
