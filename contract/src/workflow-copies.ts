import { ids, keyAccess, route } from './route.ts'
import { choice, integerChoice, name, named, object, openDetail, optional } from './schema.ts'
import { Graph } from './workflow-graph/graph.ts'
import { WorkflowDetail } from './workflows.ts'

/** A workflow as a file. It refers to no mailbox, connection or other record of the instance it came from. */
export const WorkflowFile = named(
  'WorkflowFile',
  openDetail(
    object({
      format: choice('mailwright.workflow'),
      formatVersion: integerChoice(1),
      name: name(1, 200),
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
      en: 'Creates an unpublished draft with the same graph and limits, without the webhook URL and test messages. Unless a name is given, the copy is named after the original.',
      fr: "Crée un brouillon non publié avec le même graphe et les mêmes limites, sans URL de webhook ni messages de test. Sans nom fourni, la copie prend un nom dérivé de l'original.",
    },
    openDetail: true,
    params: ids('id'),
    body: object({ name: optional(name(1, 200)) }),
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
      en: 'The same graph as when reading the workflow, as a file. References to mailboxes, connections, tables, other workflows and signatures, and pinned outputs, are removed.',
      fr: "Le même graphe qu'à la lecture du workflow, dans un fichier. Les références aux boîtes, connexions, tables, autres workflows et signatures ainsi que les sorties épinglées sont retirées.",
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
      en: 'Creates an unpublished draft for the member from an exported file. `validation` lists what still has to be configured.',
      fr: "Crée un brouillon non publié pour le membre à partir d'un fichier exporté. `validation` liste ce qui reste à configurer.",
    },
    openDetail: true,
    body: WorkflowFile,
    status: 201,
    reply: WorkflowDetail,
  }),
}
