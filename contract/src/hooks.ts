import { ids, route, tokenAccess } from './route.ts'
import { free, object, string } from './schema.ts'

export const hooks = {
  trigger: route({
    method: 'POST',
    path: '/hooks/wf/{token}',
    access: tokenAccess,
    title: { en: 'Trigger a workflow by webhook', fr: 'Déclencher un workflow par webhook' },
    description: {
      en: 'The JSON body, of type `application/json` or any `application/*+json`, becomes the trigger data of a real execution. The token authorises the call. A call to a paused workflow is accepted and runs when the workflow is resumed.',
      fr: "Le corps JSON, de type `application/json` ou `application/*+json`, devient les données de déclenchement d'une exécution réelle. Le jeton autorise l'appel. Un appel à un workflow en pause est accepté et s'exécute à la reprise du workflow.",
    },
    params: ids('token'),
    body: free(),
    anyJsonType: true,
    bodyLimit: 256 * 1024,
    limitedByAddress: 'webhook',
    status: 202,
    reply: object({ executionId: string() }),
    notFound: 'request.not_found',
    errors: ['workflow.paused'],
  }),
}
