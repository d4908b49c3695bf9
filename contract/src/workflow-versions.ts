import { ids, keyAccess, route } from './route.ts'
import { list, object, optional, string } from './schema.ts'
import { Graph } from './workflow-graph/graph.ts'
import { WorkflowDetail, WorkflowVersion } from './workflows.ts'

export const workflowVersions = {
  list: route({
    method: 'GET',
    path: '/api/v1/workflows/{id}/versions',
    access: keyAccess('workflows:read'),
    title: { en: "List a workflow's versions", fr: "Lister les versions d'un workflow" },
    description: {
      en: 'Highest number first; the version without `publishedAt` is the draft.',
      fr: "Le numéro le plus élevé d'abord ; la version sans `publishedAt` est le brouillon.",
    },
    openDetail: true,
    params: ids('id'),
    status: 200,
    reply: object({ versions: list(WorkflowVersion) }),
    notFound: 'workflow.not_found',
  }),
  get: route({
    method: 'GET',
    path: '/api/v1/workflows/{id}/versions/{versionId}',
    access: keyAccess('workflows:read'),
    title: { en: 'Read a version', fr: 'Lire une version' },
    openDetail: true,
    params: ids('id', 'versionId'),
    status: 200,
    reply: object({ version: WorkflowVersion, graph: Graph }),
    notFound: 'workflow.not_found',
  }),
  restore: route({
    method: 'POST',
    path: '/api/v1/workflows/{id}/versions/{versionId}/restore',
    access: keyAccess('workflows:write'),
    title: { en: 'Restore a version', fr: 'Restaurer une version' },
    description: {
      en: 'Its graph becomes the draft; the published version does not change. With `draftUpdatedAt`, the request is rejected if the draft was saved since.',
      fr: 'Son graphe devient le brouillon ; la version publiée ne change pas. Avec `draftUpdatedAt`, la requête est refusée si le brouillon a été enregistré depuis.',
    },
    openDetail: true,
    params: ids('id', 'versionId'),
    body: object({ draftUpdatedAt: optional(string()) }),
    status: 200,
    reply: WorkflowDetail,
    notFound: 'workflow.not_found',
    errors: ['workflow.stale_draft'],
  }),
}
