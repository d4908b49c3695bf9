import { Step } from './executions.ts'
import { ids, keyAccess, route } from './route.ts'
import { free, list, object, optional, string } from './schema.ts'

/** Starting executions by hand: again, now, as a test, or of one node. */
export const runs = {
  retry: route({
    method: 'POST',
    path: '/api/v1/executions/{id}/retry',
    access: keyAccess('executions:write'),
    title: { en: 'Retry a failed execution', fr: 'Relancer une exécution échouée' },
    description: {
      en: 'A new execution that goes on from the failed step; what had finished is copied and does not run again.',
      fr: "Une nouvelle exécution qui reprend à l'étape échouée ; ce qui était achevé est copié et ne s'exécute pas de nouveau.",
    },
    openDetail: true,
    idempotent: true,
    params: ids('id'),
    status: 202,
    reply: object({ executionId: string() }),
    notFound: 'execution.not_found',
    errors: ['execution.conflict'],
  }),
  run: route({
    method: 'POST',
    path: '/api/v1/workflows/{id}/run',
    access: keyAccess('executions:write'),
    title: { en: 'Run a workflow now', fr: 'Exécuter un workflow maintenant' },
    description: {
      en: 'On chosen messages of the member, or, without any, by its manual trigger with `data`. The published version runs, for real.',
      fr: 'Sur des messages choisis du membre ou, sans message, par son déclencheur manuel avec `data`. La version publiée est exécutée, pour de vrai.',
    },
    openDetail: true,
    idempotent: true,
    params: ids('id'),
    body: object({ messageIds: optional(list(string(), 1, 50)), data: optional(free()) }),
    status: 202,
    reply: object({ executionIds: list(string()) }),
    notFound: 'workflow.not_found',
    errors: ['workflow.conflict', 'webmail.message_not_found'],
  }),
  test: route({
    method: 'POST',
    path: '/api/v1/workflows/{id}/test-runs',
    access: keyAccess('executions:write'),
    title: { en: 'Test a workflow', fr: 'Essayer un workflow' },
    description: {
      en: 'A simulated execution of the draft, or of the published version when there is no draft: every node runs, no effect happens. `triggerData` may have 256 KB.',
      fr: "Une exécution simulée du brouillon, ou de la version publiée s'il n'y en a pas : chaque nœud s'exécute, aucun effet n'a lieu. `triggerData` peut faire 256 Ko.",
    },
    openDetail: true,
    params: ids('id'),
    body: object({
      triggerNodeId: optional(string()),
      messageId: optional(string()),
      triggerData: optional(free()),
    }),
    status: 202,
    reply: object({ executionId: string() }),
    notFound: 'workflow.not_found',
    errors: ['workflow.conflict', 'webmail.message_not_found'],
  }),
  runNode: route({
    method: 'POST',
    path: '/api/v1/workflows/{id}/nodes/{nodeId}/run',
    access: keyAccess('executions:write'),
    title: { en: 'Run one node', fr: 'Exécuter un nœud' },
    description: {
      en: 'Simulated, on the draft. `steps` gives the data of other nodes; those that are missing come from the pins.',
      fr: "Simulée, sur le brouillon. `steps` donne les données d'autres nœuds ; celles qui manquent viennent des épingles.",
    },
    openDetail: true,
    params: ids('id', 'nodeId'),
    body: object({
      input: optional(free()),
      steps: optional(free()),
      messageId: optional(string()),
      triggerData: optional(free()),
    }),
    status: 200,
    reply: object({ step: Step }),
    notFound: 'workflow.not_found',
    errors: ['webmail.message_not_found'],
  }),
}
