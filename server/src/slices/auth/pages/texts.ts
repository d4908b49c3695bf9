import type { Locale } from '../../../platform/http/call.ts'

type Texts = Record<
  'setup' | 'accept' | 'email' | 'name' | 'password' | 'submit' | 'done' | 'next' | 'failed',
  string
>

export const texts: Record<Locale, Texts> = {
  en: {
    setup: 'Create the first administrator',
    accept: 'Accept your invitation',
    email: 'Email address',
    name: 'Your name',
    password: 'Password (at least 12 characters)',
    submit: 'Create account',
    done: 'Your account is ready and you are signed in.',
    next: 'Read the API reference',
    failed: 'The service is not responding. Please try again.',
  },
  fr: {
    setup: 'Créer le premier administrateur',
    accept: "Accepter l'invitation",
    email: 'Adresse e-mail',
    name: 'Votre nom',
    password: 'Mot de passe (12 caractères minimum)',
    submit: 'Créer mon compte',
    done: 'Votre compte est prêt et vous êtes connecté.',
    next: "Consulter la référence de l'API",
    failed: 'Le service ne répond pas. Veuillez réessayer.',
  },
}
