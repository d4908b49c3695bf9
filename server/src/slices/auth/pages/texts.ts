import type { Locale } from '../../../platform/http/call.ts'

type Texts = Record<
  | 'setup'
  | 'accept'
  | 'signIn'
  | 'email'
  | 'name'
  | 'password'
  | 'currentPassword'
  | 'submit'
  | 'done'
  | 'signedIn'
  | 'next'
  | 'failed',
  string
>

export const texts: Record<Locale, Texts> = {
  en: {
    setup: 'Create the first administrator',
    accept: 'Accept your invitation',
    signIn: 'Sign in',
    email: 'Email address',
    name: 'Your name',
    password: 'Password (at least 12 characters)',
    currentPassword: 'Password',
    submit: 'Create account',
    done: 'Your account is ready and you are signed in.',
    signedIn: 'You are signed in.',
    next: 'Read the API reference',
    failed: 'The service is not responding. Please try again.',
  },
  fr: {
    setup: 'Créer le premier administrateur',
    accept: "Accepter l'invitation",
    signIn: 'Se connecter',
    email: 'Adresse e-mail',
    name: 'Votre nom',
    password: 'Mot de passe (12 caractères minimum)',
    currentPassword: 'Mot de passe',
    submit: 'Créer mon compte',
    done: 'Votre compte est prêt et vous êtes connecté.',
    signedIn: 'Vous êtes connecté.',
    next: "Consulter la référence de l'API",
    failed: 'Le service ne répond pas. Veuillez réessayer.',
  },
}
