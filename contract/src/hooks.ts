import { ids, route, tokenAccess } from './route.ts'
import { free, object, string } from './schema.ts'

export const hooks = {
  trigger: route({
    method: 'POST',
    path: '/hooks/wf/{token}',
    access: tokenAccess,
    title: { en: 'Trigger a workflow by webhook', fr: 'Déclencher un workflow par webhook' },
    description: {
      en: 'The JSON body becomes the trigger data of a real execution. The token authorises the call.',
      fr: "Le corps JSON devient les données de déclenchement d'une exécution réelle. Le jeton autorise l'appel.",
    },
    params: ids('token'),
    body: free(),
    bodyLimit: 256 * 1024,
    limitedByAddress: 'webhook',
    status: 202,
    reply: object({ executionId: string() }),
    notFound: 'request.not_found',
  }),
}
