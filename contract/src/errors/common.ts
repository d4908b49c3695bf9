import { error, type FieldIssues } from './define.ts'

export const commonErrors = {
  'request.bad_request': error<FieldIssues>(
    400,
    'The request does not have the expected form; details.issues says where.',
    "La requête n'a pas la forme attendue ; details.issues dit où.",
  ),
  'request.not_found': error(
    404,
    'There is nothing at this address, or it is not yours to see.',
    "Il n'y a rien à cette adresse, ou rien que vous puissiez voir.",
  ),
  'request.payload_too_large': error<{ reason: string; maxBytes?: number }>(
    413,
    'The request body is too large; send a smaller one.',
    'Le corps de la requête est trop grand ; envoyez-en un plus petit.',
  ),
  'idempotency.invalid_key': error(
    400,
    'Idempotency-Key must have 1 to 200 characters.',
    'Idempotency-Key doit compter de 1 à 200 caractères.',
  ),
  'idempotency.key_reused': error(
    422,
    'This Idempotency-Key was used with another request body; choose a new key.',
    'Cette Idempotency-Key a servi avec un autre corps de requête ; choisissez-en une nouvelle.',
  ),
  'idempotency.in_progress': error(
    409,
    'The first request with this Idempotency-Key is still running; try again shortly.',
    'La première requête avec cette Idempotency-Key est encore en cours ; réessayez bientôt.',
  ),
  'internal.error': error(
    500,
    'Something went wrong on our side; give the request id to your administrator.',
    "Une erreur s'est produite de notre côté ; donnez l'identifiant de requête à votre administrateur.",
  ),
  'internal.unavailable': error(
    503,
    'The service cannot reach its database right now; try again in a moment.',
    'Le service ne peut pas joindre sa base de données ; réessayez dans un instant.',
  ),
}
