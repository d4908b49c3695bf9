import { Step } from './executions.ts'
import { ids, keyAccess, route } from './route.ts'
import { free, list, object, optional, string } from './schema.ts'

/** Starting executions by hand: a retry, a run, a test, or a single node. */
export const runs = {
  retry: route({
    method: 'POST',
    path: '/api/v1/executions/{id}/retry',
    access: keyAccess('executions:write'),
    title: { en: 'Retry a failed execution', fr: 'Relancer une exécution en échec' },
    description: {
      en: 'Creates an execution that continues from the failed step; finished steps are copied and do not run again.',
      fr: "Crée une exécution qui reprend à l'étape en échec ; les étapes terminées sont copiées et ne s'exécutent pas de nouveau.",
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
      en: 'Runs the published version, with real effects, on the given messages of the member or, without any, from the manual trigger with `data`.',
      fr: 'Exécute la version publiée, avec des effets réels, sur les messages indiqués du membre ou, sans message, depuis le déclencheur manuel avec `data`.',
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
    title: { en: 'Test a workflow', fr: 'Tester un workflow' },
    description: {
      en: 'Simulates the draft, or the published version if there is no draft: every node runs without real effects. `triggerData` is limited to 256 KB.',
      fr: "Simule le brouillon, ou la version publiée s'il n'y en a pas : chaque nœud s'exécute sans effet réel. `triggerData` est limité à 256 Ko.",
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
    title: { en: 'Run a single node', fr: 'Exécuter un seul nœud' },
    description: {
      en: 'Simulated, on the draft. `steps` gives the data of other nodes; missing data comes from pinned outputs.',
      fr: 'Simulation sur le brouillon. `steps` fournit les données des autres nœuds ; les données manquantes viennent des sorties épinglées.',
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
    errors: ['workflow.conflict', 'webmail.message_not_found'],
  }),
  scope: route({
    method: 'GET',
    path: '/api/v1/messages/{id}/scope',
    access: keyAccess('messages:read'),
    title: {
      en: 'Read what expressions see of a message',
      fr: 'Lire ce que les expressions voient d’un message',
    },
    description: {
      en: 'The values of `message`, `sender`, `thread`, `mailbox` and `member` in a run on this message, for previews in an editor.',
      fr: 'Les valeurs de `message`, `sender`, `thread`, `mailbox` et `member` dans une exécution sur ce message, pour les aperçus dans un éditeur.',
    },
    openDetail: true,
    params: ids('id'),
    status: 200,
    reply: object({ scope: free() }),
    notFound: 'webmail.message_not_found',
  }),
}
