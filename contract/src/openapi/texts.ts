export type Language = 'en' | 'fr'

/** The texts of the description that belong to no single route. */
export const texts = {
  en: {
    title: 'Mailwright',
    about:
      'Mail automation: mailboxes, workflows and human approvals. In errors, `code` is for programs and `message` for people.',
    access: 'Access',
    success: 'Success',
    failing: 'A check failed',
    retryAfter: 'Seconds to wait',
    idempotencyKey:
      'Makes the request safe to retry for 24 hours: the same key and body return the first reply without acting again.',
    session: 'A signed-in member.',
    apiKey: 'An API key: `Authorization: Bearer <token>`.',
  },
  fr: {
    title: 'Mailwright',
    about:
      'Automatisation du courrier : boîtes mail, workflows et approbations humaines. Dans les erreurs, `code` est destiné aux programmes et `message` aux personnes.',
    access: 'Accès',
    success: 'Succès',
    failing: 'Une vérification a échoué',
    retryAfter: 'Secondes à attendre',
    idempotencyKey:
      'Permet de répéter la requête sans risque pendant 24 heures : la même clé et le même corps renvoient la première réponse sans agir de nouveau.',
    session: 'Un membre connecté.',
    apiKey: 'Une clé API : `Authorization: Bearer <jeton>`.',
  },
} as const
