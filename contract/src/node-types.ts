import { keyAccess, route } from './route.ts'
import {
  boolean,
  choice,
  free,
  integer,
  list,
  map,
  named,
  object,
  openDetail,
  optional,
  string,
} from './schema.ts'
import { NodeEffect, NodeGroup, ParamTarget } from './workflow-graph/node-type.ts'

/** A node type for an editor: titles in the caller's language, parameters as a JSON Schema. */
export const NodeTypeDescription = named(
  'NodeType',
  openDetail(
    object({
      type: string(),
      version: integer(1),
      group: NodeGroup,
      title: string(),
      description: string(),
      effect: NodeEffect,
      params: free(),
      fields: map(object({ title: string(), hint: optional(string()), refersTo: optional(ParamTarget) })),
      ports: object({
        fixed: list(string()),
        each: optional(object({ param: string(), field: string() })),
      }),
      scopes: list(string()),
      structure: optional(choice('loop', 'merge')),
      deprecated: optional(boolean()),
    }),
  ),
)

export const nodeTypes = {
  list: route({
    method: 'GET',
    path: '/api/v1/node-types',
    access: keyAccess('workflows:read'),
    title: { en: 'List node types', fr: 'Lister les types de nœuds' },
    description: {
      en: 'The building blocks of workflows. `params` is a JSON Schema; `ports.each` adds one output per item of a list parameter. `scopes` are those that an API key needs to publish or run a workflow with the node.',
      fr: "Les éléments dont se composent les workflows. `params` est un JSON Schema ; `ports.each` ajoute une sortie par élément d'un paramètre de type liste. `scopes` sont les portées dont une clé API a besoin pour publier ou exécuter un workflow avec ce nœud.",
    },
    openDetail: true,
    status: 200,
    reply: object({ nodeTypes: list(NodeTypeDescription) }),
  }),
}
