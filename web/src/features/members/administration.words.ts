import { words } from '../../lib/words/words.ts'

/** In the navigation, and around the pages for administrators. */
export const administrationWords = words({
  en: {
    title: 'Administration',
    back: 'Back to the administration',
    people: 'People',
    service: 'Service',
    oversight: 'Oversight',
    onlyTitle: 'For administrators',
    onlyText: 'Ask an administrator of your organisation if you need something changed here.',
    pages: {
      members: 'Members',
      invitations: 'Invitations',
      scope: 'Excluded for all',
      sending: 'Sending',
      ai: 'AI models',
      branding: 'Branding',
      audit: 'Audit log',
    },
  },
  fr: {
    title: 'Administration',
    back: 'Retour à l’administration',
    people: 'Personnes',
    service: 'Service',
    oversight: 'Contrôle',
    onlyTitle: 'Réservé aux administrateurs',
    onlyText: 'Adressez-vous à un administrateur de votre organisation pour modifier quelque chose ici.',
    pages: {
      members: 'Membres',
      invitations: 'Invitations',
      scope: 'Exclus pour tous',
      sending: 'Envoi',
      ai: 'Modèles d’IA',
      branding: 'Identité visuelle',
      audit: 'Journal d’audit',
    },
  },
})
