import type { Flow } from './flow.ts'
import type { Graph, GraphConnection, GraphNode } from './graph.ts'
import { type Issue, issue, localized, quoted } from './issue.ts'
import { portsOf } from './node-type.ts'

type Ends = { from: GraphNode | undefined; to: GraphNode | undefined }

function checkMissingEnd(
  { from, to }: GraphConnection,
  ends: Ends,
  path: (string | number)[],
): Issue | undefined {
  if (!ends.from)
    return issue(
      'connection.unknown_source',
      localized(
        `A connection starts at ${quoted(from)}, which does not exist.`,
        `Une connexion part de ${quoted(from)}, qui n'existe pas.`,
      ),
      { ...(ends.to ? { nodeId: to } : {}), path },
    )
  if (!ends.to)
    return issue(
      'connection.unknown_target',
      localized(
        `A connection from ${quoted(ends.from.name)} leads to ${quoted(to)}, which does not exist.`,
        `Une connexion de ${quoted(ends.from.name)} mène à ${quoted(to)}, qui n'existe pas.`,
      ),
      { nodeId: from, path },
    )
  return undefined
}

function checkEnds(flow: Flow, connection: GraphConnection, ends: Ends, path: (string | number)[]): Issue[] {
  const { from, to, output } = connection
  if (!ends.from || !ends.to) return []
  const name = quoted(ends.from.name)
  if (from === to)
    return [
      issue(
        'connection.to_itself',
        localized(`${name} is connected to itself.`, `${name} est connecté à lui-même.`),
        { nodeId: from, path },
      ),
    ]
  const [source, target] = [flow.infoOf(ends.from), flow.infoOf(ends.to)]
  const found: Issue[] = []
  if (target?.group === 'trigger')
    found.push(
      issue(
        'connection.into_trigger',
        localized(
          `${quoted(ends.to.name)} is a trigger and cannot have incoming connections.`,
          `${quoted(ends.to.name)} est un déclencheur et ne peut pas avoir de connexion entrante.`,
        ),
        { nodeId: to, path },
      ),
    )
  if (source && !portsOf(source, ends.from).includes(output))
    found.push(
      issue(
        'connection.unknown_output',
        localized(`${name} has no output ${quoted(output)}.`, `${name} n'a pas de sortie ${quoted(output)}.`),
        { nodeId: from, path },
      ),
    )
  return found
}

const serviceIgnored = (from: string, path: (string | number)[]) =>
  issue(
    'connection.service_ignored',
    localized(
      'Service connections have no effect: no node uses another as a service.',
      "Les connexions de service sont sans effet : aucun nœud n'en utilise un autre comme service.",
    ),
    { nodeId: from, path },
  )

const duplicate = (from: string, name: string, path: (string | number)[]) =>
  issue(
    'connection.duplicate',
    localized(`${quoted(name)} has a duplicate connection.`, `${quoted(name)} a une connexion en double.`),
    { nodeId: from, path },
  )

export function checkConnections(flow: Flow, graph: Graph): Issue[] {
  const seen = new Set<string>()
  return graph.connections.flatMap((connection, i) => {
    const { from, output, to, input, kind } = connection
    const path = ['connections', i]
    const ends = { from: flow.nodes.get(from), to: flow.nodes.get(to) }
    const missing = checkMissingEnd(connection, ends, path)
    if (missing) return [missing]
    const key = JSON.stringify([from, output, to, input ?? '', kind ?? 'data'])
    if (seen.has(key)) return [duplicate(from, ends.from?.name ?? from, path)]
    seen.add(key)
    if (kind === 'service') return [serviceIgnored(from, path)]
    return checkEnds(flow, connection, ends, path)
  })
}

/** Warns when the fallback output of a node with cases leads nowhere: items that match no case are lost there. */
export function checkFallbacks(flow: Flow): Issue[] {
  return [...flow.nodes.values()].flatMap((node) => {
    const info = flow.infoOf(node)
    if (!info?.ports.each || node.disabled) return []
    const connected = new Set(flow.out(node.id).map((edge) => edge.output))
    return info.ports.fixed
      .filter((port) => !connected.has(port))
      .map((port) =>
        issue(
          'node.fallback_unconnected',
          localized(
            `The output ${quoted(port)} of ${quoted(node.name)} is not connected: items that take it stop there.`,
            `La sortie ${quoted(port)} de ${quoted(node.name)} n'est pas connectée : les éléments qui la prennent s'arrêtent là.`,
          ),
          { nodeId: node.id },
        ),
      )
  })
}
