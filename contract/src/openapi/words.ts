export type Language = 'en' | 'fr'

/** The sentences of the description that belong to no single route. */
export const words = {
  en: {
    title: 'Mailwright',
    about:
      'Mail automation: mailboxes, workflows and people in the loop. Programs read `code`; people read `message`.',
    access: 'Access',
    success: 'Success',
    failing: 'A check fails',
    retryAfter: 'Seconds to wait',
    idempotencyKey:
      'Makes the request safe to repeat for 24 hours: the same key and body return the first reply and act once.',
    session: 'A signed-in member.',
    apiKey: 'An API key: `Authorization: Bearer <token>`.',
  },
  fr: {
    title: 'Mailwright',
    about:
      'Automatisation du courrier : boîtes, workflows et décisions humaines. Les programmes lisent `code`, les personnes `message`.',
    access: 'Accès',
    success: 'Succès',
    failing: 'Une vérification échoue',
    retryAfter: 'Secondes à attendre',
    idempotencyKey:
      'Rend la requête répétable pendant 24 heures : la même clé et le même corps rendent la première réponse et n’agissent qu’une fois.',
    session: 'Un membre connecté.',
    apiKey: 'Une clé API : `Authorization: Bearer <jeton>`.',
  },
} as const
