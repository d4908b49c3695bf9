import { ids, keyAccess, route } from './route.ts'
import { choice, integerChoice, named, object, openDetail, optional, text } from './schema.ts'
import { Graph } from './workflow-graph/graph.ts'
import { WorkflowDetail } from './workflows.ts'

/** A workflow as a file. It names no mailbox, connection or other record of the service it came from. */
export const WorkflowFile = named(
  'WorkflowFile',
  openDetail(
    object({
      format: choice('mailwright.workflow'),
      formatVersion: integerChoice(1),
      name: text(1, 200),
      graph: Graph,
    }),
  ),
)

export const workflowCopies = {
  duplicate: route({
    method: 'POST',
    path: '/api/v1/workflows/{id}/duplicate',
    access: keyAccess('workflows:write'),
    title: { en: 'Duplicate a workflow', fr: 'Dupliquer un workflow' },
    description: {
      en: 'An unpublished draft with the same graph and limits; without a webhook address and test messages. The name is that of the original with a mark, unless one is given.',
      fr: "Un brouillon non publié avec le même graphe et les mêmes limites, sans adresse de webhook ni messages d'essai. Le nom est celui de l'original avec une marque, sauf si un nom est donné.",
    },
    openDetail: true,
    params: ids('id'),
    body: object({ name: optional(text(1, 200)) }),
    status: 201,
    reply: WorkflowDetail,
    notFound: 'workflow.not_found',
  }),
  export: route({
    method: 'GET',
    path: '/api/v1/workflows/{id}/export',
    access: keyAccess('workflows:read'),
    title: { en: 'Export a workflow', fr: 'Exporter un workflow' },
    description: {
      en: 'The graph that reading the workflow shows, as a file. Mailboxes, connections, tables, other workflows, signatures and pinned outputs are left out.',
      fr: 'Le graphe que montre la lecture du workflow, en fichier. Les boîtes, connexions, tables, autres workflows, signatures et sorties épinglées sont omis.',
    },
    openDetail: true,
    params: ids('id'),
    status: 200,
    reply: WorkflowFile,
    notFound: 'workflow.not_found',
  }),
  import: route({
    method: 'POST',
    path: '/api/v1/workflows/import',
    access: keyAccess('workflows:write'),
    title: { en: 'Import a workflow', fr: 'Importer un workflow' },
    description: {
      en: 'An unpublished draft of the member from an exported file. `validation` says what is left to choose.',
      fr: "Un brouillon non publié du membre, tiré d'un fichier exporté. `validation` dit ce qui reste à choisir.",
    },
    openDetail: true,
    body: WorkflowFile,
    status: 201,
    reply: WorkflowDetail,
  }),
}
