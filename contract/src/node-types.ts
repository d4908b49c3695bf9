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

/** A type of node as an editor draws it: titles in the caller's language, parameters as a JSON Schema. */
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
    title: { en: 'List the types of nodes', fr: 'Lister les types de nœuds' },
    description: {
      en: 'What a workflow may be made of. `params` is a JSON Schema; `ports.each` adds an output for each item of a list parameter.',
      fr: "Ce dont un workflow peut être fait. `params` est un JSON Schema ; `ports.each` ajoute une sortie pour chaque élément d'un paramètre en liste.",
    },
    openDetail: true,
    status: 200,
    reply: object({ nodeTypes: list(NodeTypeDescription) }),
  }),
}
