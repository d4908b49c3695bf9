import type { Locale } from '../../../platform/http/call.ts'

export const words: Record<Locale, Record<string, string>> = {
  en: {
    setup: 'Create the first administrator',
    accept: 'Accept your invitation',
    email: 'E-mail address',
    name: 'Your name',
    password: 'Password (12 characters or more)',
    go: 'Create the account',
    done: 'Your account is ready and you are signed in.',
    next: 'Read the API reference',
    failed: 'The service did not answer; try again.',
  },
  fr: {
    setup: 'Créer le premier administrateur',
    accept: 'Accepter votre invitation',
    email: 'Adresse e-mail',
    name: 'Votre nom',
    password: 'Mot de passe (12 caractères ou plus)',
    go: 'Créer le compte',
    done: 'Votre compte est prêt et vous êtes connecté.',
    next: "Lire la référence de l'API",
    failed: "Le service n'a pas répondu ; réessayez.",
  },
}
