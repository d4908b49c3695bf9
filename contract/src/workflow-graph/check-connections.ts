import type { Flow } from './flow.ts'
import type { Graph, GraphConnection, GraphNode } from './graph.ts'
import { type Issue, issue, quoted, say } from './issue.ts'
import { portsOf } from './node-type.ts'

type Ends = { from: GraphNode | undefined; to: GraphNode | undefined }

function missingEnd({ from, to }: GraphConnection, ends: Ends, path: (string | number)[]): Issue | undefined {
  if (!ends.from)
    return issue(
      'connection.unknown_source',
      say(
        `A connection begins at ${quoted(from)}, and there is no such node.`,
        `Une connexion part de ${quoted(from)}, et ce nœud n'existe pas.`,
      ),
      { ...(ends.to ? { nodeId: to } : {}), path },
    )
  if (!ends.to)
    return issue(
      'connection.unknown_target',
      say(
        `A connection of ${quoted(ends.from.name)} leads to ${quoted(to)}, and there is no such node.`,
        `Une connexion de ${quoted(ends.from.name)} mène à ${quoted(to)}, et ce nœud n'existe pas.`,
      ),
      { nodeId: from, path },
    )
  return undefined
}

function impossible(flow: Flow, connection: GraphConnection, ends: Ends, path: (string | number)[]): Issue[] {
  const { from, to, output } = connection
  if (!ends.from || !ends.to) return []
  const name = quoted(ends.from.name)
  if (from === to)
    return [
      issue(
        'connection.to_itself',
        say(`${name} is connected to itself.`, `${name} est connecté à lui-même.`),
        { nodeId: from, path },
      ),
    ]
  const [source, target] = [flow.infoOf(ends.from), flow.infoOf(ends.to)]
  const found: Issue[] = []
  if (target?.group === 'trigger')
    found.push(
      issue(
        'connection.into_trigger',
        say(
          `${quoted(ends.to.name)} is a trigger: nothing can lead to it.`,
          `${quoted(ends.to.name)} est un déclencheur : rien ne peut y mener.`,
        ),
        { nodeId: to, path },
      ),
    )
  if (source && !portsOf(source, ends.from).includes(output))
    found.push(
      issue(
        'connection.unknown_output',
        say(`${name} has no output ${quoted(output)}.`, `${name} n'a pas de sortie ${quoted(output)}.`),
        { nodeId: from, path },
      ),
    )
  return found
}

const serviceIgnored = (from: string, path: (string | number)[]) =>
  issue(
    'connection.service_ignored',
    say(
      'No node takes another as a service: this connection has no effect.',
      "Aucun nœud n'en prend un autre comme service : cette connexion est sans effet.",
    ),
    { nodeId: from, path },
  )

const duplicate = (from: string, name: string, path: (string | number)[]) =>
  issue(
    'connection.duplicate',
    say(`${quoted(name)} has the same connection twice.`, `${quoted(name)} a deux fois la même connexion.`),
    { nodeId: from, path },
  )

export function checkConnections(flow: Flow, graph: Graph): Issue[] {
  const seen = new Set<string>()
  return graph.connections.flatMap((connection, i) => {
    const { from, output, to, input, kind } = connection
    const path = ['connections', i]
    const ends = { from: flow.nodes.get(from), to: flow.nodes.get(to) }
    const missing = missingEnd(connection, ends, path)
    if (missing) return [missing]
    const key = JSON.stringify([from, output, to, input ?? '', kind ?? 'data'])
    if (seen.has(key)) return [duplicate(from, ends.from?.name ?? from, path)]
    seen.add(key)
    if (kind === 'service') return [serviceIgnored(from, path)]
    return impossible(flow, connection, ends, path)
  })
}

/** What fits no case must lead somewhere that a person chose, or be seen to lead nowhere. */
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
          say(
            `Nothing follows the output ${quoted(port)} of ${quoted(node.name)}: what arrives there goes no further.`,
            `Rien ne suit la sortie ${quoted(port)} de ${quoted(node.name)} : ce qui y arrive ne va pas plus loin.`,
          ),
          { nodeId: node.id },
        ),
      )
  })
}
